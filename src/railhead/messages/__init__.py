"""The texts of Railhead and their translations: `python -m railhead.messages` brings the catalogues up to date.

English is written in the code. Everything players read is collected from it into a catalogue for each other language,
`web/locale/LANGUAGE/LC_MESSAGES/*.po`, which translators fill in, and which is compiled for Django. GNU gettext is not
needed.
"""
