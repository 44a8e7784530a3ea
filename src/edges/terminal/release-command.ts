import type { ReleaseParts } from '../http/routes/release.ts'

export async function releaseStore({ release }: ReleaseParts, print: (text: string) => void): Promise<void> {
  const { wasHeld, escalated } = await release('command line')
  if (!wasHeld) return print('Nothing was held.')
  print('Released: Firebreak acts again, on every instance.')
  if (escalated.length > 0)
    print(`Plans that were approved or under way before are yours now: ${escalated.join(', ')}.`)
}
