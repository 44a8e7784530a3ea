/** A call as an incident keeps it, and a series as a metrics server answers it. */
export const call = (
  id: number,
  tool: string,
  parameters: object,
  data: object,
  timestamp = '2026-01-01T10:00:00.000Z',
) => ({
  ...{ id: String(id), type: 'tool_call', timestamp },
  data: { tool, parameters, result: { success: true, data }, call: `C${id}`, by: 'analysis', seconds: 0 },
})

export const series = (name: string, ...values: [number, string][]) => ({
  metric: { __name__: name, pod: 'web' },
  values,
})
