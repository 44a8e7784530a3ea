/**
 * What an agent may ask. Every tool is a request of the API with the agent's own key, so roles, limits and masking are
 * those of the API, and what the API refuses an agent does not get. None of them decides: confirming stays with people.
 */
import type { Static, TObject } from 'typebox'
import type { Client } from '../client/client.ts'
import { Type } from '../http/contract/schema.ts'
import { PreviewRequest } from '../http/contract/silence.ts'

export type Tool = {
  name: string
  description: string
  input: TObject
  /** False where it leaves something behind: a call of a plugin, an incident. */
  isReadOnly: boolean
  run(client: Client, input: unknown): Promise<Asked>
}

/** As the client answers: data, or the error the API gave. */
export type Asked = { data?: unknown; error?: unknown; response: Response }

const text = (description: string) => Type.String({ description, maxLength: 2_000 })
const maybe = (description: string) => Type.Optional(text(description))
const ITEMS_MAX = 50
const paging = {
  page: Type.Optional(Type.Integer({ minimum: 1, description: 'Which page; the first is 1.' })),
  limit: Type.Optional(Type.Integer({ minimum: 1, maximum: ITEMS_MAX, description: 'Items a page; 20 by default.' })),
}
const incident = { incident: Type.String({ maxLength: 100, description: 'Its id, such as INC-20260101-001.' }) }

function tool<Input extends TObject>(given: {
  name: string
  description: string
  input: Input
  isReadOnly?: boolean
  run(client: Client, input: Static<Input>): Promise<Asked>
}): Tool {
  return { isReadOnly: true, ...given, run: (client, input) => given.run(client, input as Static<Input>) }
}

const listIncidents = tool({
  name: 'list_incidents',
  description:
    'Lists or searches incidents, newest first. Several values of a filter stand behind one another with commas.',
  input: Type.Object({
    ...paging,
    status: maybe('pending, diagnosing, awaiting_approval, executing, verifying, resolved, escalated …'),
    severity: maybe('critical, high, medium, warning, low or info'),
    open: Type.Optional(Type.Enum(['true', 'false'], { description: 'All that are open, or all that are closed.' })),
    label: maybe('name=value of a label of its alerts; different names must all be there.'),
    service: maybe('The service it is about.'),
    source: maybe('Where its alert came from.'),
    team: maybe('Who looks after it.'),
    cause: maybe('The kind of cause that was found, or kind and object.'),
    sort: Type.Optional(
      Type.Enum(['newest', 'oldest', 'severity'], { description: 'severity: the most severe first.' }),
    ),
    parts: Type.Optional(Type.Enum(['all'], { description: 'Parts of other incidents as well.' })),
    search: maybe('Words in id, title, description or conclusion.'),
  }),
  run: (client, { page = 1, limit = 20, ...filter }) =>
    client.GET('/api/incidents', { params: { query: { page, page_size: limit, ...filter } } }),
})

const getIncident = tool({
  name: 'get_incident',
  description: 'One incident: alerts, diagnosis with its evidence, plan, outcome, and incidents like it.',
  input: Type.Object(incident),
  run: async (client, { incident: id }) => {
    const asked = await client.GET('/api/incidents/{id}', { params: { path: { id } } })
    if (!asked.data) return asked
    const { events, ...rest } = asked.data.data
    return { ...asked, data: { ...asked.data, data: { ...rest, events_count: events.length } } }
  },
})

const getTimeline = tool({
  name: 'get_timeline',
  description: 'What happened to an incident, oldest first: every call of a plugin with its result, decisions, steps.',
  input: Type.Object(incident),
  run: (client, { incident: id }) => client.GET('/api/incidents/{id}/events', { params: { path: { id } } }),
})

const searchKnowledge = tool({
  name: 'search_knowledge',
  description: 'Runbooks and what else people wrote down, found by words.',
  input: Type.Object({ ...paging, search: maybe('Words; without them all entries are listed.') }),
  run: (client, { page = 1, limit = 20, search }) =>
    client.GET('/api/knowledge', {
      params: { query: { page, page_size: limit, ...(search !== undefined && { search }) } },
    }),
})

const getEnvironment = tool({
  name: 'get_environment',
  description: 'What people told about their services, infrastructure, alerts and common issues.',
  input: Type.Object({}),
  run: (client) => client.GET('/api/environment-context'),
})

const listPlugins = tool({
  name: 'list_plugins',
  description: 'The plugins, with the parameters each takes. Only diagnostic ones can be run by run_plugin.',
  input: Type.Object({}),
  run: (client) => client.GET('/api/plugins'),
})

const runPlugin = tool({
  name: 'run_plugin',
  description: 'Runs a diagnostic plugin. It only reads; the call is counted and stands on the audit trail.',
  input: Type.Object({
    plugin: Type.String({ maxLength: 200 }),
    parameters: Type.Optional(Type.Object({}, { additionalProperties: true, description: 'By its schema.' })),
  }),
  isReadOnly: false,
  run: (client, { plugin: name, parameters = {} }) =>
    client.POST('/api/plugins/{name}/run', { params: { path: { name } }, body: { parameters: { ...parameters } } }),
})

const diagnoseAlert = tool({
  name: 'diagnose_alert',
  description: 'Hands in an alert. It opens or joins an incident, which is diagnosed; read that with get_incident.',
  input: Type.Object({
    message: Type.String({ minLength: 1, maxLength: 10_000, description: 'What is wrong.' }),
    severity: maybe('critical, high, medium, warning, low or info'),
    labels: Type.Optional(Type.Record(Type.String(), Type.String(), { description: 'What it is about.' })),
  }),
  isReadOnly: false,
  run: (client, { message, severity, labels = {} }) =>
    client.POST('/api/alert', {
      body: { message, metadata: { source: 'mcp', labels, ...(severity !== undefined && { severity }) } },
    }),
})

/** Longer than most questions take, shorter than an agent waits for a tool. */
const ANSWER_SECONDS = 50

const askQuestion = tool({
  name: 'ask',
  description:
    'Asks about an incident in plain words ("why not the cache?"). It is answered with quotes from the incident\'s evidence, and both stand on its timeline; nothing is changed. Where the answer takes longer, read it with get_questions.',
  input: Type.Object({
    ...incident,
    question: Type.String({ minLength: 1, maxLength: 2_000, description: 'In plain words.' }),
  }),
  isReadOnly: false,
  run: (client, { incident: id, question }) =>
    client.POST('/api/incidents/{id}/questions', {
      params: { path: { id } },
      body: { question, wait_seconds: ANSWER_SECONDS },
    }),
})

const getQuestions = tool({
  name: 'get_questions',
  description: 'What was asked about an incident, with the answers.',
  input: Type.Object(incident),
  run: (client, { incident: id }) => client.GET('/api/incidents/{id}/questions', { params: { path: { id } } }),
})

const proposePlan = tool({
  name: 'propose_plan',
  description:
    'Hands in a plan for an escalated incident. It is judged by the gates of its plugins and by policy, and then waits for a person; nothing runs by it. Whether it was refused, and why, stands on the timeline.',
  input: Type.Object({
    ...incident,
    why: Type.String({ minLength: 1, maxLength: 2_000, description: 'Why this should be done.' }),
    actions: Type.Array(
      Type.Object({
        plugin: Type.String({ maxLength: 200, description: 'A remediation plugin.' }),
        parameters: Type.Object({}, { additionalProperties: true, description: 'By its schema.' }),
      }),
      { minItems: 1, maxItems: 5 },
    ),
  }),
  isReadOnly: false,
  run: (client, { incident: id, why, actions }) =>
    client.POST('/api/incidents/{id}/proposals', {
      params: { path: { id } },
      body: { why, actions: actions.map(({ plugin, parameters }) => ({ plugin, parameters: { ...parameters } })) },
    }),
})

const listSilences = tool({
  name: 'list_silences',
  description: 'Which alerts are held back now or will be, by which labels, until when, why, and how many were.',
  input: Type.Object({ ...paging, state: maybe('active, pending or expired') }),
  run: (client, { page = 1, limit = 20, state }) =>
    client.GET('/api/silences', {
      params: { query: { page, page_size: limit, ...(state !== undefined && { state }) } },
    }),
})

/** Trying hides nothing. Making one would, so that stays with people. */
const previewSilence = tool({
  name: 'preview_silence',
  description: 'Which alerts of today a silence of such labels would hold back. It makes none: that stays with people.',
  input: Type.Object({ matchers: PreviewRequest.properties.matchers }),
  run: (client, body) => client.POST('/api/silences/preview', { body }),
})

export const TOOLS: readonly Tool[] = [
  listIncidents,
  getIncident,
  getTimeline,
  searchKnowledge,
  getEnvironment,
  listPlugins,
  runPlugin,
  diagnoseAlert,
  askQuestion,
  getQuestions,
  proposePlan,
  listSilences,
  previewSilence,
]
