import assert from 'node:assert/strict'
import { test } from 'node:test'
import { hidesEverything } from './hides-everything.ts'
import { compileMatchers, type Matcher, patternProblem, tellMatchers } from './matcher.ts'

function matcher(text: string): Matcher {
  const [, name = '', sign = '', value = ''] = /^(\w+)(=~|!~|!=|=)(.*)$/.exec(text) ?? []
  return { name, value, isRegex: sign.endsWith('~'), isEqual: !sign.startsWith('!') }
}

function matches(texts: string[], labels: Record<string, string>): boolean {
  return compileMatchers(texts.map(matcher))(labels)
}

test('all matchers must hold, each by its sign', () => {
  const labels = { alertname: 'DiskFull', instance: 'web-1', severity: 'warning' }
  const held = ['alertname=DiskFull', 'instance=~web-\\d+', 'severity!=critical', 'severity!~crit.*|page']
  assert.ok(matches(held, labels))
  for (const broken of ['alertname=Disk', 'instance=~web-\\d\\d', 'severity!=warning', 'severity!~war.*']) {
    assert.equal(matches([...held, broken], labels), false, broken)
  }
})

test('a pattern is of the whole value, lines and all', () => {
  assert.equal(matches(['instance=~web'], { instance: 'web-1' }), false)
  assert.equal(matches(['instance=~web|db'], { instance: 'a db' }), false)
  assert.ok(matches(['instance=~web.*1'], { instance: 'web\n1' }))
})

test('a label that is missing is an empty one, and what every object has is no label', () => {
  assert.ok(matches(['team='], { alertname: 'A' }))
  assert.ok(matches(['team!=payments', 'team=~.*'], {}))
  assert.equal(matches(['team=~.+'], {}), false)
  assert.ok(matches(['constructor='], {}))
})

test('a pattern that others would try for ever is tried in one passage', () => {
  const label = `${'a'.repeat(5_000)}!`
  assert.equal(matches(['name=~(a+)+'], { name: label }), false)
  assert.equal(matches(['name=~(a|aa)*.*.*.*b'], { name: label }), false)
})

test('what cannot be tried so, or not be read, is named', () => {
  assert.equal(patternProblem('web-[0-9]+|db'), undefined)
  assert.equal(patternProblem(String.raw`web\.example|C:\\Apps`), undefined)
  for (const pattern of [String.raw`\Aweb\z`, '[[:alpha:]]+', String.raw`\pL`, String.raw`\Qa.b\E`])
    assert.match(patternProblem(pattern) ?? '', /not known here/)
  for (const pattern of ['(', 'a)(b', '[z-a]', '(a)\\1', '(?=a)b', '*']) assert.ok(patternProblem(pattern), pattern)
})

test('a silence that leaves nothing to hear is known by its matchers', () => {
  for (const all of ['alertname=~.*', 'alertname=~.+', 'nothing!=none', 'alertname!~'])
    assert.ok(hidesEverything([matcher(all)]), all)
  assert.ok(hidesEverything([matcher('a=~.*'), matcher('b!=x')]))
  // A name that is mistyped is a label nobody has.
  assert.ok(hidesEverything([matcher('instnace=')]))
  assert.equal(hidesEverything([matcher('instnace='), matcher('alertname=DiskFull')]), false)
  for (const some of ['alertname=DiskFull', 'alertname=~Disk.*'])
    assert.equal(hidesEverything([matcher(some), matcher('b=~.*')]), false, some)
})

test('matchers are told as people write them', () => {
  assert.equal(tellMatchers([matcher('a=b'), matcher('c!~d.*')]), 'a="b", c!~"d.*"')
})
