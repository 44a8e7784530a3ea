/** What the model is offered: every diagnostic plugin by its own schema, and the one way to end. Remediation is only described. */
import type { DiagnosticPlugin, ParameterSchema, Plugin, RemediationPlugin } from '../../../plugins/plugin.ts'
import type { ModelTool } from '../../../ports/language-model.ts'

export const SUBMIT = 'submit_diagnosis'
export const READ_CALL = 'read_call'

const TEXTS = { type: 'array', items: { type: 'string' } }

/** A sentence each, with the words of calls that prove it. */
export const FINDINGS = {
  type: 'array',
  items: {
    type: 'object',
    properties: {
      text: { type: 'string' },
      evidence: {
        type: 'array',
        items: {
          type: 'object',
          properties: { call: { type: 'string' }, quote: { type: 'string' } },
          required: ['call', 'quote'],
        },
      },
    },
    required: ['text', 'evidence'],
  },
}

/** What each field means stands in the prompt, once. */
const SUBMISSION = {
  type: 'object',
  properties: {
    conclusion: { type: 'string' },
    confidence: { type: 'number' },
    situation: { type: 'string', enum: ['fault', 'recovered', 'works_as_designed', 'not_found', 'unclear'] },
    key_findings: FINDINGS,
    ruled_out: TEXTS,
    suggested_actions: TEXTS,
    remediation: {
      type: ['object', 'null'],
      properties: {
        description: { type: 'string' },
        actions: {
          type: 'array',
          items: {
            type: 'object',
            properties: { plugin: { type: 'string' }, parameters: { type: 'object' }, why: { type: 'string' } },
            required: ['plugin', 'parameters', 'why'],
          },
        },
      },
      required: ['description', 'actions'],
    },
  },
  required: ['conclusion', 'confidence', 'situation', 'key_findings', 'ruled_out', 'suggested_actions', 'remediation'],
}

const READING = {
  type: 'object',
  properties: {
    call: { type: 'string', description: 'Its number, such as C4.' },
    from: { type: 'integer', description: 'Where to begin.', default: 0 },
    find: { type: 'string', description: 'Only the places of these words.' },
  },
  required: ['call'],
}

const DESCRIPTION_CHARACTERS_MAX = 200
const DEED_CHARACTERS_MAX = 160
const FIELD_CHARACTERS_MAX = 56
/** Their names say it all. */
const SPEAKING = new Set(['namespace', 'pod_name', 'node', 'deployment', 'container', 'label', 'limit', 'tail_lines'])

/** Always in the same order: a prompt that begins like an earlier one is cheaper. */
export function toolsOf(plugins: readonly Plugin[]): ModelTool[] {
  return [
    ...plugins.filter(isLook).map(({ name, description, parameters }) => ({
      name,
      description: beginningOf(description, DESCRIPTION_CHARACTERS_MAX),
      parameters: inFewWords(parameters),
    })),
    {
      name: READ_CALL,
      description: 'Reads on in what a call answered; costs no call to a system.',
      parameters: READING,
    },
    submitTool(),
  ]
}

export function submitTool(): ModelTool {
  return { name: SUBMIT, description: 'Submit the diagnosis. This ends the work.', parameters: SUBMISSION }
}

/** What does not fit is refused with a sentence; to tell every bound beforehand would cost more than that. */
function inFewWords({ properties, required = [] }: ParameterSchema): object {
  const fields = Object.entries(properties).map(
    ([name, { type, description, default: usual, enum: allowed, items }]) => {
      const schema = {
        type,
        ...(!SPEAKING.has(name) && { description: beginningOf(description, FIELD_CHARACTERS_MAX) }),
        ...(usual !== undefined && { default: usual }),
        ...(allowed && { enum: allowed }),
        ...(items && { items }),
      }
      return [name, schema] as const
    },
  )
  return { type: 'object', properties: Object.fromEntries(fields), required }
}

/** Up to the end of a sentence or of a part of one where there is room, else whole words. */
function beginningOf(text: string, charactersMax: number): string {
  if (text.length <= charactersMax) return text
  const beginning = text.slice(0, charactersMax)
  const part = beginning.match(/^[\s\S]*[.;,:](?=\s)/)?.[0].slice(0, -1)
  return part && part.length > charactersMax / 4 ? `${part}.` : `${beginning.replace(/\s\S*$/, '')} …`
}

export function describeDeeds(plugins: readonly Plugin[]): string {
  const lines = plugins.filter(isDeed).map(({ name, description, parameters, risk }) => {
    const fields = Object.keys(parameters.properties).map((field) =>
      parameters.required?.includes(field) ? field : `${field}?`,
    )
    return `- ${name} {${fields.join(', ')}} (risk ${risk}): ${beginningOf(description, DEED_CHARACTERS_MAX)}`
  })
  return [
    '# Steps that can be proposed',
    'These are not tools. Calling one is refused; name it in `remediation`.',
    ...lines,
  ].join('\n')
}

export function isLook(plugin: Plugin): plugin is DiagnosticPlugin {
  return plugin.category === 'diagnostic'
}

export function isDeed(plugin: Plugin): plugin is RemediationPlugin {
  return plugin.category === 'remediation'
}
