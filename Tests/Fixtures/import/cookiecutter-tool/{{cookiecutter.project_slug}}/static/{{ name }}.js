{{ untouched }}
