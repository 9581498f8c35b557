"""Tables of what there is."""


class Table(dict):
    """A dict of dataclass objects of one type, which Jupyter shows as a table."""

    def _repr_html_(self):
        from ._notebook import format_table
        return format_table(self.values())
