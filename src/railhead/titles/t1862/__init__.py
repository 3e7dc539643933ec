"""1862: Railway Mania in the Eastern Counties."""
