/** What makes a test pass today and fail on another day, in another zone, on a busy machine: found by how it is written. */
import { isTest, type Sources } from './sources.ts'

type Habit = { what: RegExp; instead: string; where?: RegExp; except?: string }

const HABITS: readonly Habit[] = [
  {
    what: /\bfrom 'fast-check'/,
    instead: 'Take fc from test/world/chance.ts, so that --seed brings the same values again.',
    except: 'test/world/chance.ts',
  },
  {
    what: /\.get(Hours|Minutes|Date|Day|Month|FullYear|TimezoneOffset)\(\)|\.to(Date|Time)String\(\)/,
    instead: 'The zone of the machine decides what this says. Use the UTC form.',
  },
  {
    what: /\.toLocale(Date|Time)?String\(\)|\.localeCompare\([^,)]*\)|new Intl\.\w+\(\)/,
    instead: 'The language of the machine decides what this says. Name the language and the zone.',
  },
  {
    what: /\bsetTimeout(\(| as )/,
    instead: 'A sleep is too short on a busy machine. Wait with eventually for what must come.',
    where: /\.test\.ts$/,
  },
  {
    what: /\bdata\.parameters\b/,
    instead:
      'A parameter may hold the moment of its call. Compare calls with assertSameCalls of test/world/made-calls.ts.',
    except: 'test/world/made-calls.ts',
  },
  {
    what: /\.listen\((?!0\b)\d/,
    instead: 'Somebody else may listen there. Listen on 0, or ask freePort.',
  },
]

/** The house's own tests quote what is wrong, and the programs that measure and break things may wait. */
const EXCUSED = /^test\/(house|bench|chaos|runner)\//

export function fickleTests(sources: Sources): string[] {
  return [...sources]
    .filter(([path]) => isTest(path) && !EXCUSED.test(path))
    .flatMap(([path, source]) =>
      HABITS.filter(({ what, where = /./, except }) => where.test(path) && path !== except && what.test(source)).map(
        ({ what, instead }) => `${path}: ${what.exec(source)?.[0]}: ${instead}`,
      ),
    )
}
