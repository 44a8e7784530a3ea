/** Several values of one filter, as the address and the API write them: with commas, and a comma of a value as `\,`. */
export function readValues(text: string | undefined): string[] {
  const values = [...(text ?? '').matchAll(/(?:\\[\s\S]|[^,])+/g)].map(([value]) => value.replace(/\\([,\\])/g, '$1'))
  return [...new Set(values)]
}

export function writeValues(values: readonly string[]): string {
  return values.map((value) => value.replace(/[,\\]/g, '\\$&')).join(',')
}
