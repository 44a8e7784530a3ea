/** `firebreak completion bash|zsh`: made from the very table of commands, so that it cannot lag behind. */
import type { Command } from 'commander'

export const SHELLS = ['bash', 'zsh'] as const
export type Shell = (typeof SHELLS)[number]

export function completionFor(shell: Shell, program: Command): string {
  const words = wordsByPath(program)
  const cases = [...words].map(([path, next]) => `    "${path}") words="${next.join(' ')}" ;;`).join('\n')
  const prelude = shell === 'zsh' ? 'autoload -U +X bashcompinit && bashcompinit\n' : ''
  return `${prelude}_firebreak() {
  local path="" words="" word
  for word in "\${COMP_WORDS[@]:1:COMP_CWORD-1}"; do
    case "$word" in -*) ;; *) path="\${path:+$path }$word" ;; esac
  done
  case "$path" in
${cases}
    *) words="--help" ;;
  esac
  COMPREPLY=($(compgen -W "$words" -- "\${COMP_WORDS[COMP_CWORD]}"))
}
complete -F _firebreak firebreak`
}

function wordsByPath(program: Command): Map<string, string[]> {
  const words = new Map<string, string[]>()
  const visit = (command: Command, path: string) => {
    const options = command.options.flatMap(({ long }) => long ?? [])
    words.set(path, [...command.commands.map((one) => one.name()), ...options, '--help'])
    for (const one of command.commands) visit(one, `${path} ${one.name()}`.trim())
  }
  visit(program, '')
  return words
}
