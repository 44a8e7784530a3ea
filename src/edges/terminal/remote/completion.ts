/** `firebreak completion bash|zsh`: made from the very table of commands, so that it cannot lag behind. */
import type { Command } from 'commander'

export const SHELLS = ['bash', 'zsh'] as const
export type Shell = (typeof SHELLS)[number]

/** What may follow: by the command alone, by how many of its arguments are typed already, and by an option that takes a value. */
type Words = {
  commands: Map<string, readonly string[]>
  places: Map<string, readonly string[]>
  values: Map<string, readonly string[]>
}

export function completionFor(shell: Shell, program: Command): string {
  const { commands, places, values } = wordsOf(program)
  const prelude = shell === 'zsh' ? 'autoload -U +X bashcompinit && bashcompinit\n' : ''
  const known = [...commands.keys()].filter((path) => path !== '').map((path) => `"${path}"`)
  // An option's value is neither a command nor an argument; `--json` and its like take none.
  return `${prelude}_firebreak() {
  local path="" words="" value="" word place=0
  for word in "\${COMP_WORDS[@]:1:COMP_CWORD-1}"; do
    if [ -n "$value" ]; then value=""; continue; fi
    case "$word" in
      -*) case "$path $word" in ${alternatives([...values.keys()])}) value="$word" ;; esac ;;
      *) case "\${path:+$path }$word" in
           ${known.join('|')}) path="\${path:+$path }$word"; place=0 ;;
           *) place=$((place + 1)) ;;
         esac ;;
    esac
  done
  if [ -n "$value" ]; then
    case "$path $value" in
${cases(values)}
    esac
  else
    case "$path" in
${cases(commands)}
    esac
    case "$path $place" in
${cases(places, '$words ')}
    esac
  fi
  COMPREPLY=($(compgen -W "$words" -- "\${COMP_WORDS[COMP_CWORD]}"))
}
complete -o default -F _firebreak firebreak`
}

function alternatives(paths: readonly string[]): string {
  return paths.map((path) => `"${path}"`).join('|')
}

function cases(words: ReadonlyMap<string, readonly string[]>, before = ''): string {
  const arms = [...words].map(([path, next]) => `      "${path}") words="${before}${next.join(' ')}" ;;`)
  return [...arms, '      *) ;;'].join('\n')
}

function wordsOf(program: Command): Words {
  const words: Words = { commands: new Map(), places: new Map(), values: new Map() }
  const visit = (command: Command, path: string) => {
    const options = command.options.flatMap(({ long }) => long ?? [])
    words.commands.set(path, [...command.commands.map((one) => one.name()), ...options, '--help'])
    for (const [place, { argChoices }] of command.registeredArguments.entries())
      if (argChoices) words.places.set(`${path} ${place}`, argChoices)
    for (const option of command.options)
      if (option.long && !option.isBoolean()) words.values.set(`${path} ${option.long}`, option.argChoices ?? [])
    for (const one of command.commands) visit(one, `${path} ${one.name()}`.trim())
  }
  visit(program, '')
  return words
}
