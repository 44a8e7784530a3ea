/** Of what an operator should mend, the nodes that a plan of this incident has closed. */
export function cordonsOf(warnings: readonly string[], incidentId: string): string[] {
  return warnings.filter((sentence) => sentence.includes(` since incident ${incidentId} closed it `))
}
