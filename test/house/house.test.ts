/** The plan of the house, kept by a test: where arrows may point, who reads what, what things may be called. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { parameterMeanings, pluginMeanings } from '../../console/src/language/chinese/plugin-texts.ts'
import { actionWords, settingGroups, settingMeanings } from '../../console/src/language/chinese/service-texts.ts'
import { SETTINGS } from '../../src/guidance/settings/catalogue.ts'
import { ENVIRONMENT_KEYS } from '../../src/guidance/settings/environment.ts'
import { ENVIRONMENT_GROUP, RUNTIME_GROUPS } from '../../src/guidance/settings/setting-groups.ts'
import { BUILT_IN_PLUGINS } from '../../src/plugins/built-in-plugins.ts'
import { chineseSentences } from '../../src/words/chinese/all.ts'
import { plainWords } from './console-words.ts'
import {
  circles,
  forbiddenNames,
  heavyImports,
  listsOfDeeds,
  onlyReaders,
  unlisted,
  unreadExports,
  unreadSettings,
  valuesInConsole,
  wrongArrows,
} from './rules.ts'
import { unsaidInChinese, untoldClauses } from './service-words.ts'
import { readSources, type Sources } from './sources.ts'
import { fickleTests } from './test-habits.ts'

const house = readSources()

test('every import points down or stays on its floor', () => agree(wrongArrows(house)))

test('no imports go in a circle', () => agree(circles(house)))

test('every exported name has a reader', () => agree(unreadExports(house)))

test('the console takes types from the contract, and no values', () => agree(valuesInConsole(house)))

test('a value taken from the contract is reported', () => {
  const source = "import { Session } from '@contract/session.ts'"
  assert.equal(valuesInConsole(sourcesOf({ 'console/src/a.ts': source })).length, 1)
})

test('what is heavy is loaded by whoever needs it, not by every start', () => agree(heavyImports(house)))

test('a heavy package that every start would load is reported, and its types are not', () => {
  const sources = {
    'src/edges/a.ts': "import { type Static, Type } from 'typebox'",
    'src/edges/b.ts': "import type { Static } from 'typebox'\nawait import('@ai-sdk/openai')",
    'src/edges/c.test.ts': "import { Type } from 'typebox'",
  }
  assert.deepEqual(
    heavyImports(sourcesOf(sources)).map((one) => one.split(':')[0]),
    ['src/edges/a.ts'],
  )
})

test('every word the console shows is a phrase, which has its Chinese', () => agree(plainWords(house)))

test('what the service says has its Chinese', () => agree(unsaidInChinese(house, chineseSentences)))

test('a sentence of the service without Chinese is reported, with its values left open', () => {
  const source = `const a = { reason: b ? \`The kettle of \${c} is on.\` : 'Nobody answered in time.' }`
  const told = unsaidInChinese(sourcesOf({ 'src/story/decision/decision.ts': source }), chineseSentences)
  assert.deepEqual(told.length, 1)
  assert.match(told[0] ?? '', /"The kettle of … is on\."/)
})

test('a word of the console that is no phrase is reported', () => {
  for (const source of [
    'const a = <p>All clear</p>',
    'const a = <p>{b ? "All clear" : phrase("Now")}</p>',
    'const a = <Field label="name" />',
    'const a = { done: "All of it" }',
    `const a = () => \`Used \${b} times\``,
    'const a = phrase("{what} now", { what: "All of it" })',
  ])
    assert.equal(plainWords(sourcesOf({ 'console/src/app/a.tsx': source })).length, 1, source)
})

test('what nobody reads is not reported as a word', () => {
  for (const source of [
    'const a = <p className="muted wide">{phrase("All clear")}</p>',
    'const a = <Code>npm start</Code>',
    `if (a === "All clear") ask("GET", \`/api/incidents/\${b}\`)`,
    'const a: "All clear" | "Busy" = b as "Busy"',
  ])
    assert.deepEqual(plainWords(sourcesOf({ 'console/src/app/a.tsx': source })), [], source)
})

test('clauses a diagnosis says have their Chinese in src/words/chinese/diagnosis', () =>
  agree(untoldClauses(house, chineseSentences)))

test('a clause of a diagnosis without Chinese is reported', () => {
  const path = 'src/story/diagnosis/findings/nodes/a.ts'
  const source = `const a = \`Node \${name} is made of cheese. It is cordoned.\``
  assert.equal(untoldClauses(sourcesOf({ [path]: source }), { 'it is cordoned': '它已被封锁' }).length, 1)
  assert.deepEqual(untoldClauses(sourcesOf({ [path]: "ask('get pods -n shop')" }), {}), [])
})

test('what a setting or a plugin means, and what an action does, is told in Chinese in console/src/language/chinese/', () => {
  const known = Object.keys({ ...SETTINGS, ...ENVIRONMENT_KEYS })
  assert.deepEqual(Object.keys(settingMeanings).toSorted(), known.toSorted())
  assert.deepEqual(
    Object.keys(pluginMeanings).toSorted(),
    BUILT_IN_PLUGINS.map(({ description }) => description).toSorted(),
  )
  const parameters = BUILT_IN_PLUGINS.flatMap(({ parameters }) => Object.values(parameters.properties ?? {}))
  const said = new Set(parameters.flatMap(({ description }) => description ?? []))
  assert.deepEqual(Object.keys(parameterMeanings).toSorted(), [...said].toSorted())
  const told = BUILT_IN_PLUGINS.flatMap((plugin) => ('words' in plugin ? [plugin.words] : []))
  assert.deepEqual(Object.keys(actionWords).toSorted(), told.toSorted())
  const groups = [...RUNTIME_GROUPS, ENVIRONMENT_GROUP].map(({ name }) => name)
  assert.deepEqual(Object.keys(settingGroups).toSorted(), groups.toSorted())
})

test('permits, and steps that may be proposed, are given out in one place each', () => {
  agree(onlyReaders(house, 'issuePermit', ['src/guidance/policy/judge.ts']))
  const clearing = ['src/story/diagnosis/gates/judge-step.ts', 'src/story/workflow/conclude-execution.ts']
  agree(onlyReaders(house, 'clearStep', clearing))
})

test('who gives out what is not his to give is reported', () => {
  const source = "import { issuePermit } from '../../guidance/policy/permit.ts'"
  assert.equal(onlyReaders(sourcesOf({ 'src/story/proposal/a.ts': source }), 'issuePermit', []).length, 1)
  assert.deepEqual(onlyReaders(sourcesOf({ 'src/story/proposal/a.test.ts': source }), 'issuePermit', []), [])
})

test('nobody in the house but the plugins speaks of a remediation by a list or a pattern of names', () => {
  agree(listsOfDeeds(house))
})

test('a list, a pattern or a switch of names of remediations is reported', () => {
  for (const source of [
    "const DEEDS = ['restart_pod', 'scale_deployment']",
    'const ACTION = /^(restart_pod|scale_deployment)$/',
    "switch (plugin) { case 'restart_pod': return 1\n case 'cordon_node': return 2 }",
  ])
    for (const path of ['src/story/proposal/a.ts', 'console/src/parts/a.ts'])
      assert.equal(listsOfDeeds(sourcesOf({ [path]: source })).length, 1, source)
})

test('every plugin, every rule and every lens is in the list of its family', () => agree(unlisted(house)))

test('a plugin, a rule or a lens that only its own test knows is reported', () => {
  for (const [path, source, file] of [
    ['src/plugins/shell/a.ts', 'export default {}', 'a.ts'],
    ['src/story/diagnosis/findings/locks/b.ts', 'export const b: Analyzer = () => []', 'b.ts'],
    ['src/story/diagnosis/lenses/c.ts', 'export function cFacts(scene: Scene): Fact[] {', 'c.ts'],
  ] as const) {
    const beside = { [path.replace(/\.ts$/, '.test.ts')]: `import b from './${file}'` }
    assert.equal(unlisted(sourcesOf({ [path]: source, ...beside })).length, 1)
    assert.deepEqual(
      unlisted(sourcesOf({ [path]: source, [path.replace(file, 'all-plugins.ts')]: `import b from './${file}'` })),
      [],
    )
  }
})

test('every setting has a reader', () => agree(unreadSettings(house)))

test('a setting that nobody reads is reported', () => {
  const catalogue = {
    'src/guidance/settings/catalogue.ts': "export const SETTINGS = {\n  NEW_ONE: text('A new one.'),\n}",
  }
  const reader = { 'src/edges/a.ts': 'const { NEW_ONE } = await settings.current()' }
  assert.equal(unreadSettings(sourcesOf(catalogue)).length, 1)
  assert.deepEqual(unreadSettings(sourcesOf({ ...catalogue, ...reader })), [])
})

test('nothing is called utils, helpers, common, misc, types or manager', () => agree(forbiddenNames(house)))

test('no test depends on the zone, the language, the port, the seed or the speed of the machine', () =>
  agree(fickleTests(house)))

test('there is a house to look at', () => assert.ok(house.size > 10 && house.has('src/problem.ts')))

const FICKLE = {
  'chance without the seed of the run': "import fc from 'fast-check'",
  'the hour of the machine’s zone': 'assert.equal(new Date(at).getHours(), 7)',
  'the language of the machine': 'assert.equal(at.toLocaleString(), text)',
  'an order by the language of the machine': 'names.sort((one, other) => one.localeCompare(other))',
  'a sleep': 'await new Promise((resolve) => setTimeout(resolve, 50))',
  'calls compared with their moments': 'assert.deepEqual(one.data.parameters, other.data.parameters)',
  'a port of its own choice': 'server.listen(8080)',
}

for (const [fault, source] of Object.entries(FICKLE))
  test(`${fault} is reported`, () => {
    assert.equal(fickleTests(sourcesOf({ 'test/scenarios/a.test.ts': source })).length, 1)
    assert.equal(fickleTests(sourcesOf({ 'src/edges/a.ts': source })).length, 0)
  })

const WRONG: Record<string, Record<string, string>> = {
  'an arrow from story up to edges': { 'src/story/alert/a.ts': "import { b } from '../../edges/http/b.ts'" },
  'an arrow up for the sake of a type': {
    'src/guidance/policy/a.ts': "import type {\n  B,\n} from '../../plugins/b.ts'",
  },
  'an arrow up from a test': { 'src/guidance/policy/a.test.ts': "import { b } from '../../edges/b.ts'" },
  'an arrow up in a re-export': { 'src/plugins/a.ts': "export { b } from '../story/incident/b.ts'" },
  'an arrow up at run time': { 'src/plugins/a.ts': "const b = await import('../story/incident/b.ts')" },
  'a port that imports problem.ts': { 'src/ports/a.ts': "import type { Problem } from '../problem.ts'" },
  'a port that imports a port': { 'src/ports/a.ts': "import type { B } from './b.ts'" },
  'a file on no floor': { 'src/a.ts': "import { b } from './problem.ts'" },
  'a house that leans on its tests': { 'src/edges/a.ts': "import { b } from '../../test/world/b.ts'" },
  'two steps that know each other': { 'src/story/alert/a.ts': "import { b } from '../diagnosis/b.ts'" },
  'an incident that knows a step': { 'src/story/incident/a.ts': "import { b } from '../alert/b.ts'" },
  'a step that knows the workflow': { 'src/story/alert/a.ts': "import { b } from '../workflow/b.ts'" },
  'a family that knows another': { 'src/plugins/shell/a.ts': "import { b } from '../database/b.ts'" },
  'a family that knows the catalogue': { 'src/plugins/shell/a.ts': "import { b } from '../catalogue.ts'" },
  'a console that looks into the service': {
    'console/src/app/a.ts': "import type { B } from '../../../src/story/incident/b.ts'",
  },
  'a plugin that knows a plugin': {
    'src/plugins/shell/a.ts': "import b from './b.ts'\nexport default b",
    'src/plugins/shell/b.ts': 'export default {}',
  },
}

for (const [fault, files] of Object.entries(WRONG)) {
  test(`${fault} is reported`, () => {
    const complaints = wrongArrows(sourcesOf(files))
    assert.equal(complaints.length, 1)
    assert.match(complaints[0] ?? '', /^(console\/)?src\/\S+ imports (src|test)\//)
  })
}

test('arrows that point down are not reported', () => {
  const files = sourcesOf({
    'src/main.ts': "import { a } from './service.ts'",
    'src/service.ts': "import { a } from './edges/http/a.ts'\nimport { b } from './problem.ts'",
    'src/edges/http/a.ts':
      "import { b } from './contract/b.ts'\nimport { c } from '../store/c.ts'\nimport pg from 'pg'",
    'src/story/workflow/a.ts': "import { b } from '../alert/b.ts'\nimport { c } from '../incident/c.ts'",
    'src/story/alert/b.ts': "import { c } from '../incident/c.ts'",
    'src/plugins/catalogue.ts': "import { a } from './shell/list.ts'",
    'src/plugins/shell/list.ts': "import a from './shell.exec.ts'",
    'src/plugins/shell/shell.exec.ts':
      "import type { P } from '../plugin.ts'\nimport { b } from './words.ts'\nexport default b",
    'src/ports/clock.ts': "import type { X } from 'node:net'",
  })
  assert.deepEqual(wrongArrows(files), [])
})

test('a circle is reported with its whole way, and only once', () => {
  const files = sourcesOf({
    'src/edges/a.ts': "import { b } from './b.ts'",
    'src/edges/b.ts': "import type { c } from './c.ts'",
    'src/edges/c.ts': "import { a } from './a.ts'\nimport { d } from './d.ts'",
    'src/edges/d.ts': '',
  })
  const [complaint, ...others] = circles(files)
  assert.match(complaint ?? '', /^src\/edges\/a\.ts → src\/edges\/b\.ts → src\/edges\/c\.ts → src\/edges\/a\.ts: /)
  assert.deepEqual(others, [])
})

test('an export that nobody reads is reported, in whatever way it is exported', () => {
  const files = sourcesOf({
    'src/edges/a.ts':
      'export function read() {}\nexport async function unread1() {}\nexport type unread2 = 1\nconst x = 1\nexport { x as unread3, x as kept }',
    'src/edges/whole.ts': 'export const anything = 1',
    'src/plugins/shell/exec.ts': 'export default {}',
    'src/main.ts': 'export const main = 1',
    'scripts/b.ts':
      "import { read, kept as mine } from '../src/edges/a.ts'\nimport * as whole from '../src/edges/whole.ts'",
  })
  const names = unreadExports(files).map((complaint) => /exports (\w+)/.exec(complaint)?.[1])
  assert.deepEqual(names, ['unread1', 'unread2', 'unread3'])
})

test('a drawer is reported, as a folder and as a file', () => {
  const files = sourcesOf({
    'src/edges/utils/a.ts': '',
    'src/story/alert/alert-types.ts': '',
    'src/guidance/common-issues.ts': '',
  })
  const parts = forbiddenNames(files).map((complaint) => complaint.split(' ')[0])
  assert.deepEqual(parts, ['src/edges/utils', 'src/story/alert/alert-types.ts'])
})

function sourcesOf(files: Record<string, string>): Sources {
  return new Map(Object.entries(files))
}

function agree(complaints: string[]): void {
  assert.ok(complaints.length === 0, `\n${complaints.join('\n')}\n`)
}
