/** What a person asks of the bot, read from the words. */
const COMMANDS = [
  'help',
  'status',
  'plugins',
  'diag',
  'ask',
  'run',
  'mine',
  'assign',
  'ignore',
  'escalate',
  'silence',
  'silences',
  'unsilence',
] as const

type CommandName = (typeof COMMANDS)[number]

export type Command = {
  name: CommandName
  /** The incident that is named, in the form of our ids. */
  incidentId: string | undefined
  /** Everything else that was said. */
  rest: string
}

const INCIDENT_ID = /\bINC-\d{8}-\d{3,9}\b/i

/** Undefined for what is no command of ours. */
export function readCommand(text: string): Command | undefined {
  const [, word = '', after = ''] = /^\s*\/([a-z]+)(?:\s+([\s\S]*))?$/i.exec(text) ?? []
  const name = COMMANDS.find((command) => command === word.toLowerCase())
  if (name === undefined) return undefined
  return { name, incidentId: incidentIn(after), rest: after.replace(INCIDENT_ID, '').trim() }
}

export function incidentIn(text: string): string | undefined {
  return INCIDENT_ID.exec(text)?.[0].toUpperCase()
}

export const HELP = `I turn alerts into incidents, look for the cause, and propose a remedy. Nothing is changed before somebody confirms it on the card.
/status – what is going on, and how today went; /status INC-… – one incident
/diag <words> – look at something; /diag INC-… – look again
/ask [INC-…] <words> – ask about an incident: why not the cache, what changed on node-3
/run [INC-…] – show the plan that waits, with its buttons
/mine [INC-…] – say that you have an incident in hand
/assign [INC-…] <name> – say who has it; without a name nobody has
/ignore [INC-…] [once | for an hour | until it clears | for these labels] [why] – close an incident as needing no work
/silence [INC-…] [for 2h] [alertname=DiskFull …][: why] – hold alerts back by labels, for an hour where nobody says; without labels those of the incident
/silences – what is held back; /unsilence <name> – take one back
/escalate [INC-…] [why] – refuse the plan and hand the incident to a person
/plugins – what I can look at and do
/help – this
In the thread of a card the id can be left out. You may also ask about an incident in your own words: why, which plan, who decided, what happened.`
