import type { Plugin } from '../plugin.ts'
import orchestratorAction from './llm.orchestrator_action.ts'

export const ORCHESTRATOR_PLUGINS: readonly Plugin[] = [orchestratorAction]
