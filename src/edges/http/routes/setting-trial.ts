/** Tries an address, a key or a channel, and tells what was asked and what came back. */
import type { FastifyInstance } from 'fastify'
import type { Static } from 'typebox'
import { Problem } from '../../../problem.ts'
import type { TrialOutcome, TriedKey } from '../../trials/try-setting.ts'
import { SettingTrial, SettingTrialRequest } from '../contract/configuration.ts'
import { Envelope, errorAnswers } from '../contract/envelope.ts'
import { Type } from '../contract/schema.ts'
import { answer } from '../envelope.ts'

export type SettingTrialParts = {
  triedKeys: readonly TriedKey[]
  trySetting(wanted: { key: TriedKey; changes: object; by: string }): Promise<TrialOutcome>
}

const KeyPath = Type.Object({ key: Type.String({ maxLength: 100, description: 'As GET /api/settings names it.' }) })

export function addSettingTrialRoute(app: FastifyInstance, { triedKeys, trySetting }: SettingTrialParts): void {
  app.post(
    '/api/settings/:key/test',
    {
      config: { need: 'admin' },
      schema: {
        tags: ['Configuration'],
        operationId: 'testSetting',
        summary: 'Try an address, a key or a channel as it is, or with a change that is not made yet',
        params: KeyPath,
        body: SettingTrialRequest,
        response: { 200: Envelope(SettingTrial), ...errorAnswers('NOT_FOUND') },
      },
    },
    async (request) => {
      const { key: given } = request.params as Static<typeof KeyPath>
      const key = triedKeys.find((one) => one === given)
      if (!key) throw new Problem('NOT_FOUND', 'There is no test for this setting.')
      const { value, changes = {} } = (request.body ?? {}) as Static<typeof SettingTrialRequest>
      const wanted = value === undefined ? changes : { ...changes, [key]: value }
      const { tried, works, cameBack, seconds } = await trySetting({ key, changes: wanted, by: request.caller.name })
      return answer({ key, tried, works, came_back: cameBack, seconds })
    },
  )
}
