"""The kernel: state, actions, choices, events and the engine that joins them. It knows no title."""
