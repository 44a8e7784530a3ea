/** What the model is offered: every diagnostic plugin by its own schema, and the one way to end. Remediation is only described. */
import type { DiagnosticPlugin, Plugin, RemediationPlugin } from '../../../plugins/plugin.ts'
import type { ModelTool } from '../../../ports/language-model.ts'

export const SUBMIT = 'submit_diagnosis'

const TEXTS = { type: 'array', items: { type: 'string' } }

const SUBMISSION = {
  type: 'object',
  properties: {
    conclusion: { type: 'string', description: 'One to four sentences: what is wrong with which object, and why.' },
    confidence: { type: 'number', minimum: 0, maximum: 1 },
    situation: { type: 'string', enum: ['fault', 'recovered', 'works_as_designed', 'not_found', 'unclear'] },
    key_findings: {
      type: 'array',
      items: {
        type: 'object',
        properties: {
          text: { type: 'string' },
          evidence: {
            type: 'array',
            items: {
              type: 'object',
              properties: {
                call: { type: 'string', description: 'Number of the call, such as C4.' },
                quote: { type: 'string', description: 'Words that stand in its result, letter by letter.' },
              },
              required: ['call', 'quote'],
            },
          },
        },
        required: ['text', 'evidence'],
      },
    },
    ruled_out: { ...TEXTS, description: 'What was considered, and why it is not so.' },
    suggested_actions: { ...TEXTS, description: 'What a person could do.' },
    remediation: {
      type: ['object', 'null'],
      description: 'Null where nothing should be changed.',
      properties: {
        description: { type: 'string' },
        actions: {
          type: 'array',
          items: {
            type: 'object',
            properties: {
              plugin: { type: 'string', description: 'Name of a step that can be proposed.' },
              parameters: { type: 'object' },
              why: { type: 'string' },
            },
            required: ['plugin', 'parameters', 'why'],
          },
        },
      },
      required: ['description', 'actions'],
    },
  },
  required: ['conclusion', 'confidence', 'situation', 'key_findings', 'ruled_out', 'suggested_actions', 'remediation'],
}

/** Always in the same order: a prompt that begins like an earlier one is cheaper. */
export function toolsOf(plugins: readonly Plugin[]): ModelTool[] {
  const looks = plugins.filter(isLook).map(({ name, description, parameters }) => ({ name, description, parameters }))
  return [...looks, { name: SUBMIT, description: 'Submit the diagnosis. This ends the work.', parameters: SUBMISSION }]
}

export function describeDeeds(plugins: readonly Plugin[]): string {
  const told = plugins.filter(isDeed).map(({ name, description, parameters, risk }) => {
    const fields = Object.entries(parameters.properties).map(([field, { type }]) =>
      parameters.required?.includes(field) ? `${field} (${type})` : `${field} (${type}, optional)`,
    )
    return `- ${name} (risk ${risk}): ${description}\n  Parameters: ${fields.join(', ') || 'none'}.`
  })
  return [
    '# Steps that can be proposed',
    'These are not tools. Calling one is refused; name it in `remediation`.',
    ...told,
  ].join('\n')
}

export function isLook(plugin: Plugin): plugin is DiagnosticPlugin {
  return plugin.category === 'diagnostic'
}

export function isDeed(plugin: Plugin): plugin is RemediationPlugin {
  return plugin.category === 'remediation'
}
