import type { Observation } from '../observation.ts'
import type { Scene } from '../scene.ts'

export async function observeSignals(_observation: Observation): Promise<Partial<Scene>> {
  return {}
}
