/** Random filters over random incidents give what a plain filter in memory gives. */
import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import type { Database } from '../../src/edges/store/database.ts'
import { CLOSED_STATUSES, LIFECYCLE, type Status } from '../../src/story/incident/lifecycle.ts'
import { SEVERITY_RANK } from '../../src/story/incident/severity.ts'
import { fc } from '../world/chance.ts'
import { freshRecords, openIncident, walk } from '../world/records.ts'
import { startTestService, type TestService } from '../world/service.ts'

const SEVERITIES = ['critical', 'high', 'medium', 'warning', 'low', 'info']
const TEXTS = [
  '100%_done \\ path',
  'Straße GROSS',
  'ΟΔΟΣ ΑΘΗΝΑ',
  'ΟΔΟΣΑ',
  'İstanbul DÜŞTÜ',
  'ÀÉÎ õ',
  '磁盘已满 disk full',
  '🔥 Fire',
  "it's; DROP",
  'plain words only',
]
const WAYS: Status[][] = [
  ['pending'],
  ['pending', 'diagnosing'],
  ['pending', 'diagnosing', 'awaiting_approval'],
  ['pending', 'diagnosing', 'escalated'],
  ['pending', 'diagnosing', 'awaiting_approval', 'executing', 'verifying'],
  ['pending', 'resolved'],
  ['pending', 'ignored'],
  ['pending', 'diagnosing', 'awaiting_approval', 'expired'],
]

type Known = { id: string; text: string; status: string; severity: string; at: number }

/** Incidents of three days, some in the same moment, some at the very ends of a day. */
async function fill(database: Database): Promise<Known[]> {
  const moments = ['00:00:00.000', '00:00:00.001', '11:59:59.999', '12:00:00.000', '23:59:59.999']
  const days = ['2026-02-27', '2026-02-28', '2026-03-01']
  let count = 0
  for (const day of days) {
    for (const time of moments) {
      for (let twin = 0; twin < 3; twin += 1) {
        count += 1
        await freezeClock(database, `${day}T${time}${twin === 1 ? '500' : ''}Z`)
        const metadata = { severity: SEVERITIES[count % SEVERITIES.length] }
        const id = await openIncident(database, { message: `${TEXTS[count % TEXTS.length]}\nline ${count}`, metadata })
        await walk(database, id, ...(WAYS[(count * 5) % WAYS.length] as Status[]))
      }
    }
  }
  const { rows } = await database.query(
    `SELECT id, title, description, status, severity, created_at FROM incidents ORDER BY created_at DESC, seq DESC`,
  )
  return rows.map(({ id, title, description, status, severity, created_at }) => ({
    id,
    status,
    severity,
    text: fold([id, title, description].join('\n')),
    at: created_at.getTime(),
  }))
}

/** A clock that stands still, for incidents of exactly the same moment; some fall between two milliseconds. */
async function freezeClock(database: Database, moment: string): Promise<void> {
  await database.query(
    `CREATE OR REPLACE FUNCTION firebreak_now() RETURNS timestamptz LANGUAGE sql STABLE AS $$ SELECT timestamptz '${moment}' $$`,
  )
}

/** Case as a reader sees it: the Greek sigma has two small forms, and both are the same letter. */
function fold(text: string): string {
  return text.toLowerCase().replaceAll('ς', 'σ')
}

/** A bound as it is written in an address, and the moments it means. */
type Bound = { written: string; from: number; to: number }

const day = fc
  .constantFrom('2026-02-26', '2026-02-27', '2026-02-28', '2026-03-01', '2026-03-02', '0000-01-01', '9999-12-31')
  .map((written): Bound => {
    const from = Date.parse(`${written}T00:00:00Z`)
    return { written, from, to: from + 86_400_000 - 1 }
  })
const moment = fc
  .tuple(
    fc.constantFrom('2026-02-27', '2026-02-28', '2026-03-01'),
    fc.constantFrom('00:00:00.000', '00:00:00.001', '11:59:59.999', '12:00', '23:59:59', '23:59:59.999'),
    fc.constantFrom('', 'Z', '%2B00:00', '+00:00', '-03:30', '%2B0530', '+14:00'),
  )
  .map(([date, time, offset]): Bound => {
    const spoken = decodeURIComponent(offset).replace(/^([+-]\d\d)(\d\d)$/, '$1:$2') || 'Z'
    const at = Date.parse(`${date}T${time}${spoken}`)
    return { written: `${date}T${time}${offset}`, from: at, to: at }
  })
const bound = fc.oneof(day, moment)

const word = fc.oneof(
  fc.constantFrom(
    '',
    '%',
    '_',
    '\\',
    '%_',
    'ß',
    'SS',
    'οδος',
    'ΟΔΟΣ',
    'σα',
    'i',
    'İ',
    'à',
    '磁',
    '🔥',
    "'",
    'line 1',
    'LINE',
    'inc-2026022',
    'no such word',
    '\n',
  ),
  fc
    .tuple(fc.constantFrom(...TEXTS), fc.nat(8), fc.integer({ min: 1, max: 6 }), fc.boolean())
    .map(([text, from, length, upper]) => {
      const part = [...text].slice(from, from + length).join('')
      return upper ? part.toUpperCase() : part.toLowerCase()
    }),
)

/** Most filters are left out most of the time, or hardly anything would be found. */
function seldom<Value>(value: fc.Arbitrary<Value>): fc.Arbitrary<Value | undefined> {
  return fc.oneof({ weight: 3, arbitrary: fc.constant(undefined) }, { weight: 1, arbitrary: value })
}

/** One value, or several with commas. */
function oneOf(...values: string[]): fc.Arbitrary<string> {
  const several = fc.array(fc.constantFrom(...values), { minLength: 2, maxLength: 4 }).map((some) => some.join(','))
  return fc.oneof(fc.constantFrom('', ...values), several)
}

const question = fc.record({
  status: seldom(oneOf('unknown', ...Object.keys(LIFECYCLE))),
  severity: seldom(oneOf('sev1', ...SEVERITIES)),
  open: seldom(fc.constantFrom('', 'true', 'false')),
  sort: seldom(fc.constantFrom('', 'newest', 'oldest', 'severity')),
  start: seldom(bound),
  end: seldom(bound),
  search: seldom(word),
  page: fc.constantFrom(undefined, 1, 1, 1, 2, 3, 50, 9007199254740991),
  size: fc.constantFrom(undefined, 1, 2, 7, 20, 1000, 1001, 5000),
})
type Question = typeof question extends fc.Arbitrary<infer Asked> ? Asked : never

function matches(asked: Question): (known: Known) => boolean {
  return ({ text, status, severity, at }) =>
    (!asked.status || asked.status.split(',').includes(status)) &&
    (!asked.severity || asked.severity.split(',').includes(severity)) &&
    (!asked.open || (asked.open === 'true') !== CLOSED_STATUSES.includes(status as Status)) &&
    (asked.start === undefined || at >= asked.start.from) &&
    (asked.end === undefined || at <= asked.end.to) &&
    (!asked.search || text.includes(fold(asked.search)))
}

/** The known ones come newest first. */
function inOrder(all: Known[], sort: Question['sort']): Known[] {
  if (sort === 'oldest') return all.toReversed()
  if (sort !== 'severity') return all
  const rank = ({ severity }: Known) => SEVERITY_RANK[severity as keyof typeof SEVERITY_RANK]
  return all.toReversed().sort((one, other) => rank(one) - rank(other))
}

function addressOf({ status, severity, open, sort, start, end, search, page, size }: Question): string {
  const given: [string, string | number | undefined][] = [
    ['status', status],
    ['severity', severity],
    ['open', open],
    ['sort', sort],
    ['start_date', start?.written],
    ['end_date', end?.written],
    ['search', search === undefined ? undefined : encodeURIComponent(search)],
    ['page', page],
    ['page_size', size],
  ]
  return `/api/incidents?${given.flatMap(([name, value]) => (value === undefined ? [] : `${name}=${value}`)).join('&')}`
}

async function check(service: TestService, all: Known[], asked: Question): Promise<void> {
  const { status, body, text } = await service.get(addressOf(asked))
  assert.equal(status, 200, text)
  const expected = inOrder(all.filter(matches(asked)), asked.sort)
  const { items, ...figures } = body.data
  const pageSize = Math.min(asked.size ?? 20, 1000)
  const page = asked.page ?? 1
  assert.deepEqual(figures, {
    total: expected.length,
    page,
    page_size: pageSize,
    total_pages: Math.ceil(expected.length / pageSize),
  })
  const shown = expected.slice((page - 1) * pageSize, page * pageSize)
  assert.deepEqual(
    items.map(({ id }: Known) => id),
    shown.map(({ id }) => id),
  )
  assert.equal(body.message === undefined, (asked.size ?? 20) <= 1000)
}

async function start(t: TestContext) {
  const { url, database } = await freshRecords(t)
  const all = await fill(database)
  await freezeClock(database, '2026-03-02T00:00:00Z')
  const environment = { DATABASE_URL: url, DIAGNOSIS_CONCURRENCY: '0', RETENTION_DAYS: '0' }
  return { database, all, service: await startTestService(t, { environment }) }
}

test('any filters, on any page, in any order, list what a plain filter would, with exact totals', async (t) => {
  const { all, service } = await start(t)
  assert.equal(all.length, 45)
  await fc.assert(
    fc.asyncProperty(question, (asked) => check(service, all, asked)),
    { numRuns: 400 },
  )
})

test('each item has the fields of the contract, and resolved_at only where it is resolved', async (t) => {
  const { service } = await start(t)
  const { items } = (await service.get('/api/incidents?page_size=100')).body.data
  const always = ['id', 'title', 'status', 'severity', 'category', 'created_at', 'duration', 'part_of', 'parts_count']
  for (const item of items) {
    const { resolved_at, ...rest } = item
    assert.deepEqual(Object.keys(rest).sort(), always.toSorted())
    assert.equal(resolved_at !== undefined, item.status === 'resolved')
    assert.match(item.created_at, /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/)
    assert.ok(Number.isInteger(item.duration) && item.duration >= 0)
    if (CLOSED_STATUSES.includes(item.status)) assert.equal(item.duration, 0)
    else assert.ok(item.duration >= 0)
  }
})
