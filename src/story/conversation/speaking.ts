/** What everyone needs who says something about an incident. */
import { type EnvironmentMap, readEnvironment } from '../../guidance/environment/environment-map.ts'
import type { Settings } from '../../guidance/settings/catalogue.ts'
import type { CardView, People } from '../../ports/people.ts'
import type { WholeIncident } from '../incident/incident.ts'
import type { IncidentEvent } from '../incident/incident-event.ts'
import { cardView } from './card-view.ts'
import type { ChatStore } from './chat-store.ts'

export type Found = { incident: WholeIncident; events: readonly IncidentEvent[] }

export type Speaking = {
  store: ChatStore
  people: People
  find(incidentId: string): Promise<Found | undefined>
  currentSettings(): Promise<Settings>
  /** The environment context as it was put. */
  currentEnvironment(): Promise<string>
  chance(): number
}

export async function environmentOf(speaking: Pick<Speaking, 'currentEnvironment'>): Promise<EnvironmentMap> {
  return readEnvironment(await speaking.currentEnvironment())
}

export async function viewOf(
  speaking: Pick<Speaking, 'currentSettings' | 'currentEnvironment'>,
  found: Found,
): Promise<CardView> {
  const { PUBLIC_URL, CHAT_APPROVER_IDS, CHAT_LANGUAGE } = await speaking.currentSettings()
  const environment = await environmentOf(speaking)
  return cardView({
    ...found,
    environment,
    publicUrl: PUBLIC_URL,
    approvers: CHAT_APPROVER_IDS,
    language: CHAT_LANGUAGE,
  })
}
