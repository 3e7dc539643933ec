"""Track that several tests lay."""

LINE = (
    "789@0 F2",
    "766@3 F4",
    "773@0 G5",
    "783@5 H4",
    "749@2 I5",
    "770@0 J6",
    "776@1 J8",
    "776@1 I9",
    "748@5 H8",
    "770@0 G9",
)
"""Cowes to Godshill: six large stations worth 260, small ones worth 20, 20, 20, 10, 10, and two halts."""
