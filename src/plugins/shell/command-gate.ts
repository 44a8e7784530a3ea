/** What a command changes nobody can know beforehand: it is wanted only where a person wrote down that very one. */
import type { Gate } from '../gate.ts'

const CHARACTERS_MIN = 4

export const commandGate: Gate<{ command: string }> = {
  touches: () => [],
  whyNot({ command }, { personSaid }) {
    const words = (text: string) => text.replaceAll(/\s+/g, ' ').trim()
    const isAsked = words(command).length >= CHARACTERS_MIN && words(personSaid).includes(words(command))
    return isAsked ? undefined : 'commands are proposed only where a person asked for exactly that one.'
  },
}
