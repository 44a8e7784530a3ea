/** What a plugin may be called: as people write names, as long as it can stand in an address, a command and a card. */
const NAME = /^[a-z0-9][a-z0-9_-]*(\.[a-z0-9_-]+)*$/i
const CUSTOMARY = /^[a-z][a-z0-9_]*(\.[a-z0-9_]+)*$/
const CHARACTERS_MAX = 64

export function nameProblem(name: unknown): string | undefined {
  return typeof name === 'string' && name.length <= CHARACTERS_MAX && NAME.test(name)
    ? undefined
    : `name must be letters, digits, _ and -, parts divided by dots, at most ${CHARACTERS_MAX} characters`
}

export function nameWarning(name: string): string | undefined {
  return CUSTOMARY.test(name)
    ? undefined
    : `the name ${name} is not in small letters, digits and _ as those of the built-ins are`
}

/** What a reader of a card would take for the same name. */
export function spokenName(name: string): string {
  return name.toLowerCase().replaceAll(/[-.]/g, '_')
}
