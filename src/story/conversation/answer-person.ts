/** A person speaks to us. Every answer goes through the outbox, so that it is said once, whatever happens. */
import type { Clock } from '../../ports/clock.ts'
import { ASSIGNEE_CHARACTERS_MAX, type AssignmentStore } from '../incident/assignment.ts'
import type { IncidentStore } from '../incident/incident-store.ts'
import { type NewQuestion, QUESTION_CHARACTERS_MAX } from '../incident/question.ts'
import { type Repeats, readSpokenRepeats } from '../incident/repeats.ts'
import { refusalOfPerson } from './approver.ts'
import { type Command, HELP, incidentIn, readCommand } from './command.ts'
import type { Decide, Heard, SaidMessage } from './heard.ts'
import { describe } from './incident-words.ts'
import { pluginWords, todayWords } from './overview-words.ts'
import { listWords, type SilenceTools, silenceWords, unsilenceWords } from './silence-answers.ts'
import type { Found, Speaking } from './speaking.ts'

export type AnsweringParts = Pick<Speaking, 'store' | 'find' | 'currentSettings' | 'currentEnvironment'> & {
  decide: Decide
  assign: AssignmentStore['assign']
  ownId(): Promise<string | undefined>
  /** Kept and answered in its place as soon as there is an answer; says why not where it is not taken. */
  askQuestion(question: NewQuestion): Promise<{ refusal?: string }>
  takeAlert(alert: Readonly<Record<string, unknown>>): Promise<{ incidentId: string }>
  incidents: Pick<IncidentStore, 'list' | 'counts'>
  addNote: IncidentStore['addNote']
  silences: SilenceTools
  plugins(): Promise<readonly { name: string; category: string; isEnabled: boolean }[]>
  clock: Clock
}

type Reply = { text: string; incidentId?: string }

type Asked = { said: SaidMessage; command: Command; incidentId: string | undefined }

export async function answerPerson(parts: AnsweringParts, said: SaidMessage): Promise<Heard> {
  const chatId = said.chatId ?? (await parts.currentSettings()).CHAT_DEFAULT_CHAT_ID
  if (chatId === undefined) return { handled: 'ignored' }
  const { text, incidentId } = await replyTo(parts, said)
  if (text !== '')
    await parts.store.notes.add({
      key: `answer:${said.dedupe[0]}`,
      chatId,
      replyTo: said.messageId ?? '',
      inThread: said.threadId !== undefined,
      text,
      ...(incidentId !== undefined && { incidentId }),
    })
  return { handled: 'answered', ...(incidentId !== undefined && { incidentId }) }
}

async function replyTo(parts: AnsweringParts, said: SaidMessage): Promise<Reply> {
  const command = readCommand(said.text)
  const named = command ? command.incidentId : incidentIn(said.text)
  const incidentId = named ?? (await incidentOfThread(parts, said))
  if (command) return COMMANDS[command.name](parts, { said, command, incidentId })
  if (incidentId === undefined) return { text: HELP }
  return askAbout(parts, { said, incidentId, words: said.text })
}

type Words = { said: SaidMessage; incidentId: string | undefined; words: string }

/** The answer follows in the same place: now where records answer it, later where a model looks. */
async function askAbout(parts: AnsweringParts, { said, incidentId, words }: Words): Promise<Reply> {
  if (incidentId === undefined) return { text: WHICH }
  const text = words.trim()
  if (text.replace(/INC-\d+-\d+/i, '').trim() === '') return about(parts, incidentId, describe)
  if (text.length > QUESTION_CHARACTERS_MAX)
    return { text: `Please ask in at most ${QUESTION_CHARACTERS_MAX} characters.`, incidentId }
  const { refusal = '' } = await parts.askQuestion({
    ...{ incidentId, text, by: said.senderIds[0] ?? '', via: 'chat' },
    place: {
      key: `answer:${said.dedupe[0]}`,
      chatId: said.chatId ?? (await parts.currentSettings()).CHAT_DEFAULT_CHAT_ID ?? '',
      replyTo: said.messageId ?? '',
      inThread: said.threadId !== undefined,
    },
  })
  return refusal === '' ? { text: '', incidentId } : { text: refusal }
}

/** Without an id people mean what they answer to. */
async function incidentOfThread(
  { store }: AnsweringParts,
  { rootId, parentId }: SaidMessage,
): Promise<string | undefined> {
  const ids = [rootId, parentId].filter((id) => id !== undefined)
  return ids.length === 0 ? undefined : store.cards.incidentOf(ids)
}

async function about(
  parts: AnsweringParts,
  incidentId: string,
  words: (found: Found) => string | Promise<string>,
): Promise<Reply> {
  const found = await parts.find(incidentId)
  return found ? { text: await words(found), incidentId } : { text: `There is no incident ${incidentId}.` }
}

const WHICH = 'Which incident? Name its id, or say this in the thread of its card.'

const COMMANDS: Readonly<Record<Command['name'], (parts: AnsweringParts, asked: Asked) => Promise<Reply>>> = {
  help: async () => ({ text: HELP }),
  status: async (parts, { incidentId }) =>
    incidentId === undefined ? { text: await todayWords(parts) } : about(parts, incidentId, describe),
  plugins: async (parts) => ({ text: pluginWords(await parts.plugins()) }),
  diag: lookAt,
  ask: (parts, { said, incidentId, command }) => askAbout(parts, { said, incidentId, words: command.rest }),
  run: showPlan,
  mine: (parts, asked) => assign(parts, asked, asked.said.senderIds[0] ?? ''),
  assign: (parts, asked) => assign(parts, asked, asked.command.rest),
  ignore: (parts, asked) => {
    const { comment, repeats } = readSpokenRepeats(asked.command.rest)
    return decide(parts, asked, 'ignore', comment, repeats)
  },
  silence,
  silences: async (parts) => ({ text: await listWords(parts) }),
  unsilence,
  escalate: (parts, asked) => decide(parts, asked, 'reject', `asked to escalate ${asked.command.rest}`.trim()),
}

/** Words open an incident of their own; an id, or the thread of one with nothing said, means: look again. */
async function lookAt(parts: AnsweringParts, asked: Asked): Promise<Reply> {
  const { said, command } = asked
  const isAgain = command.incidentId !== undefined || (command.rest === '' && asked.incidentId !== undefined)
  if (isAgain) return decide(parts, asked, 'rediagnose', command.rest)
  if (command.rest === '') return { text: 'Look at what? Say it after /diag, or name an incident.' }
  const { incidentId } = await parts.takeAlert({
    message: command.rest,
    chat_id: said.chatId ?? '',
    metadata: { source: 'chat', requested_by: said.senderIds[0] },
  })
  if (incidentId === '') return { text: 'A silence holds such alerts back; see /silences.' }
  return { text: `${incidentId} is being looked at.`, incidentId }
}

const DONE = {
  ignore: 'is ignored.',
  reject: 'is escalated; a person takes over.',
  rediagnose: 'is looked at again.',
} as const

async function decide(
  parts: AnsweringParts,
  asked: Asked,
  decision: keyof typeof DONE,
  comment: string,
  repeats?: Repeats,
): Promise<Reply> {
  const { said, incidentId } = asked
  if (incidentId === undefined) return { text: WHICH }
  return about(parts, incidentId, async ({ incident }) => {
    const refusal = await refusalOfSpeaker(parts, said, incident.senderId)
    if (refusal) return refusal.sentence
    const digest = incident.status === 'awaiting_approval' ? incident.proposal?.digest : undefined
    const by = said.senderIds[0] ?? ''
    const more = { ...(digest && { digest }), ...(repeats && { repeats }) }
    const outcome = await parts.decide({ incidentId, decision, by, via: 'chat', comment, ...more })
    if (!outcome) return `There is no incident ${incidentId}.`
    return outcome.accepted ? `${incidentId} ${DONE[decision]}` : `${incidentId}: ${outcome.sentence}`
  })
}

/** What is held back is not heard by anybody, so only whoever may decide may say it. */
async function silence(parts: AnsweringParts, { said, command, incidentId }: Asked): Promise<Reply> {
  const wish = { words: command.rest, by: said.senderIds[0] ?? '' }
  if (incidentId !== undefined)
    return about(parts, incidentId, async ({ incident }) => {
      const refusal = await refusalOfSpeaker(parts, said, incident.senderId)
      return refusal?.sentence ?? silenceWords(parts, { ...wish, incident })
    })
  const refusal = await refusalOfSpeaker(parts, said, '')
  return { text: refusal?.sentence ?? (await silenceWords(parts, { ...wish, incident: undefined })) }
}

async function unsilence(parts: AnsweringParts, { said, command }: Asked): Promise<Reply> {
  const refusal = await refusalOfSpeaker(parts, said, '')
  return { text: refusal?.sentence ?? (await unsilenceWords(parts, command.rest, said.senderIds[0] ?? '')) }
}

async function refusalOfSpeaker(parts: AnsweringParts, { senderIds: ids }: SaidMessage, alertSenderId: string) {
  const [settings, ownId] = [await parts.currentSettings(), await parts.ownId()]
  return refusalOfPerson({ ids, settings, ownId, alertSenderId })
}

/** It decides nothing, so everybody who may speak here may say it. */
async function assign(parts: AnsweringParts, { said, incidentId }: Asked, words: string): Promise<Reply> {
  if (incidentId === undefined) return { text: WHICH }
  const name = words.trim().slice(0, ASSIGNEE_CHARACTERS_MAX) || undefined
  return about(parts, incidentId, async () => {
    const outcome = await parts.assign({ incidentId, name, by: said.senderIds[0] ?? '', via: 'chat' })
    if (!outcome) return `There is no incident ${incidentId}.`
    if (!outcome.isTaken) return `${incidentId} is ${outcome.status}; nobody needs to have it.`
    return name === undefined ? `Nobody has ${incidentId} in hand now.` : `${name} has ${incidentId} in hand.`
  })
}

const WAITING_LISTED = 10

/** Never runs anything: it shows the card again where it belongs, and says where that is to whoever asks elsewhere. */
async function showPlan(parts: AnsweringParts, { said, incidentId }: Asked): Promise<Reply> {
  const wanted = incidentId ?? (await onlyWaiting(parts))
  if (typeof wanted !== 'string') return wanted
  return about(parts, wanted, async (found) => {
    if (found.incident.status !== 'awaiting_approval')
      return `${wanted} is ${found.incident.status}; no plan waits for a decision.`
    const card = await parts.store.cards.find(wanted)
    const isHere = said.chatId !== undefined && card?.chatId === said.chatId
    if (!isHere) return `${describe(found)}\nDecide on its card in its own chat, or in the console.`
    await parts.store.cards.showAgain(wanted, { chatId: said.chatId ?? '', replyTo: said.messageId ?? '' })
    return ''
  })
}

async function onlyWaiting({ incidents }: AnsweringParts): Promise<string | Reply> {
  const { items, total } = await incidents.list({ status: 'awaiting_approval' }, { offset: 0, limit: WAITING_LISTED })
  const [only] = items
  if (only && total === 1) return only.id
  if (total === 0) return { text: 'No plan waits for a decision.' }
  return { text: `${total} plans wait. ${WHICH}\n${items.map(({ id, title }) => `- ${id}: ${title}`).join('\n')}` }
}
