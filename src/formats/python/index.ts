/** Python's ways of writing values, where a format's meaning rests on them: `json.dumps`, `repr`, floats. */
export { floatText } from './float-text.ts';
export { type JsonDumpsOptions, jsonDumps } from './json-dumps.ts';
export { byCodePoint, PythonFloat, type PythonObject, type PythonValue } from './python-value.ts';
export { pythonRepr, type Tuple } from './repr.ts';
