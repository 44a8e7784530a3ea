/** A message within a field of a line bears its quotes escaped (klog's `err="…"`, JSON in JSON); the words are the same. */
export function unescaped(line: string): string {
  return line.includes('\\') ? line.replaceAll(/\\+(["'/])/g, '$1') : line
}
