/** A diagnostic plugin run on an incident by hand; its answer stands on the timeline as evidence. */
import type { FastifyInstance } from 'fastify'
import type { Static } from 'typebox'
import type { Catalogue } from '../../../plugins/catalogue.ts'
import type { PluginDoor } from '../../../plugins/run-plugin.ts'
import { invalid, Problem } from '../../../problem.ts'
import { HAND_CALLS_MAX, type HandCallStore } from '../../../story/incident/hand-call.ts'
import { Envelope, errorAnswers } from '../contract/envelope.ts'
import { HandCallKept, HandCallRequest } from '../contract/hand-call.ts'
import { answer } from '../envelope.ts'
import { IdPath, noSuchIncident, readId } from './incident-path.ts'
import { RUN_MS_MAX } from './plugins.ts'

type Parts = { handCalls: HandCallStore; catalogue: Catalogue; door: Pick<PluginDoor, 'diagnose'> }

export function addHandCallRoute(app: FastifyInstance, { handCalls, catalogue, door }: Parts): void {
  app.post(
    '/api/incidents/:id/calls',
    {
      config: { need: 'operator' },
      schema: {
        tags: ['Incidents'],
        operationId: 'lookByHand',
        summary: 'Run a diagnostic plugin on an incident; what it answers stands on the timeline as numbered evidence',
        params: IdPath,
        body: HandCallRequest,
        response: { 200: Envelope(HandCallKept), ...errorAnswers('NOT_FOUND', 'CONFLICT') },
      },
    },
    async (request) => {
      const { plugin: name, parameters: given = {} } = request.body as Static<typeof HandCallRequest>
      const id = readId(request.params)
      requireDiagnostic(catalogue, name)
      await requireRoom(handCalls, id)
      const run = await door.diagnose({ plugin: name, parameters: { ...given } }, AbortSignal.timeout(RUN_MS_MAX))
      const { parameters, result, seconds } = run
      const call = await handCalls.keep(id, { tool: name, parameters, result, seconds }, request.caller.name)
      if (call === undefined) throw noSuchIncident()
      const shown = { plugin: name, parameters, result, duration_ms: Math.round(seconds * 1000) }
      return answer({ incident_id: id, call, ...shown }, `It stands on the timeline as ${call}.`)
    },
  )
}

function requireDiagnostic(catalogue: Catalogue, name: string): void {
  const plugin = catalogue.find(name)
  if (!plugin) throw invalid('plugin', 'is not known')
  if (plugin.category !== 'diagnostic')
    throw invalid('plugin', 'changes systems; write a plan with it, which a person confirms')
}

async function requireRoom(handCalls: HandCallStore, id: string): Promise<void> {
  const room = await handCalls.room(id)
  if (room === 'none') throw noSuchIncident()
  if (room === 'full')
    throw new Problem('CONFLICT', `An incident keeps at most ${HAND_CALLS_MAX} calls by hand, and this one has them.`)
}
