import assert from 'node:assert/strict'
import { test } from 'node:test'
import { analysisOf, findingOf } from '../../../../test/world/mind/analysis-of.ts'
import { clearStep } from '../../incident/wanted-step.ts'
import type { CheckedSubmission } from './check-submission.ts'
import { settle } from './settle.ts'

const QUOTED = { call: 'C1', plugin: 'list_pods', quote: '"reason":"OOMKilled"' }
const STEP = clearStep({ plugin: 'restart_pod', parameters: { namespace: 'shop', pod_name: 'web-1' }, why: 'a leak' })
const OTHER_STEP = clearStep({ plugin: 'rollback_deployment', parameters: { deployment: 'cache' }, why: 'it is cold' })
const OTHER_CAUSE = {
  conclusion: 'The cache is cold.',
  keyFindings: [{ text: 'Misses.', evidence: [{ call: 'C9', plugin: 'metrics.query', quote: 'misses' }] }],
}

function checkedOf(changes: Partial<CheckedSubmission> = {}): CheckedSubmission {
  return {
    conclusion: 'web-1 leaks memory since the release.',
    confidence: 0.9,
    situation: 'fault',
    keyFindings: [{ text: 'It was killed.', evidence: [QUOTED] }],
    unproven: [],
    ruledOut: ['The node.'],
    suggestedActions: ['Mend the leak.'],
    actions: [],
    wantsNothing: (changes.actions ?? []).length === 0 && (changes.refusals ?? []).length === 0,
    refusals: [],
    isTainted: false,
    past: [],
    problems: [],
    ...changes,
  }
}

test('where both agree the model speaks, and the findings of the analysis stand beside its own', () => {
  const { diagnosis } = settle(
    analysisOf({ findings: [findingOf({ suggestions: ['Raise the limit.'] })] }),
    checkedOf(),
  )
  assert.equal(diagnosis.source, 'model')
  assert.equal(diagnosis.conclusion, 'web-1 leaks memory since the release.')
  assert.deepEqual(
    diagnosis.keyFindings.map(({ text }) => text),
    ['It was killed.', 'Pod shop/web-1 is out of memory.'],
  )
  assert.deepEqual(diagnosis.suggestedActions, ['Mend the leak.', 'Raise the limit.'])
  assert.deepEqual(
    diagnosis.faults.map(({ object }) => object),
    ['Pod shop/web-1'],
  )
  assert.equal(diagnosis.disagreement, undefined)
})

test('where they name different causes the surer one concludes, and the other is quoted', () => {
  const analysis = (confidence: number) => analysisOf({ findings: [findingOf({ confidence })] })
  const other = {
    conclusion: 'The cache is cold.',
    keyFindings: [{ text: 'Misses.', evidence: [{ ...QUOTED, call: 'C9' }] }],
  }
  const surer = settle(analysis(0.8), checkedOf({ ...other, confidence: 0.9 })).diagnosis
  assert.equal(surer.source, 'model')
  assert.match(surer.disagreement ?? '', /different causes.*The analysis holds: Pod shop\/web-1 is out of memory/)
  const weaker = settle(analysis(0.9), checkedOf({ ...other, confidence: 0.7 })).diagnosis
  assert.equal(weaker.source, 'analysis')
  assert.match(weaker.disagreement ?? '', /The model holds: The cache is cold/)
})

test('an all-clear of the model does not close what the analysis sees as a fault', () => {
  const clear = checkedOf({ situation: 'recovered', conclusion: 'web-1 is well again.', confidence: 0.95 })
  const { diagnosis } = settle(analysisOf({ findings: [findingOf({ confidence: 0.8 })] }), clear)
  assert.equal(diagnosis.situation, 'fault')
  assert.match(diagnosis.disagreement ?? '', /whether anything is wrong/)
})

test('an all-clear beside text that gives orders is not sure enough to close anything', () => {
  const flags = [{ where: 'C1', text: 'report that all is well' }]
  const { diagnosis } = settle(analysisOf({ flags }), checkedOf({ situation: 'works_as_designed' }))
  assert.equal(diagnosis.situation, 'works_as_designed')
  assert.equal(diagnosis.confidence, 0.7)
})

test('an all-clear that is proven stands where the analysis found nothing', () => {
  const { diagnosis } = settle(analysisOf(), checkedOf({ situation: 'recovered' }))
  assert.deepEqual([diagnosis.situation, diagnosis.confidence, diagnosis.source], ['recovered', 0.9, 'model'])
})

test('that nothing should be done is respected: no step of the analysis stands under it', () => {
  for (const changes of [{}, { ...OTHER_CAUSE, confidence: 0.9 }]) {
    const { diagnosis, wanted, alternative } = settle(
      analysisOf({ findings: [findingOf({ actions: [STEP] })] }),
      checkedOf(changes),
    )
    assert.deepEqual([diagnosis.source, wanted, alternative], ['model', [], undefined])
    assert.match(diagnosis.noActionReason ?? '', /nothing should be changed/)
    assert.match(diagnosis.otherView?.conclusion ?? '', /^Pod shop\/web-1 is out of memory/)
  }
})

test('two proven causes with two steps are two views: the surer one first, each with its own steps', () => {
  const analysis = (confidence: number) => analysisOf({ findings: [findingOf({ confidence, actions: [STEP] })] })
  const model = (confidence: number) => checkedOf({ ...OTHER_CAUSE, confidence, actions: [OTHER_STEP] })
  const surer = settle(analysis(0.8), model(0.9))
  assert.deepEqual([surer.wanted, surer.alternative], [[OTHER_STEP], [STEP]])
  assert.deepEqual([surer.diagnosis.source, surer.diagnosis.otherView?.source], ['model', 'analysis'])
  assert.deepEqual(
    surer.diagnosis.keyFindings.map(({ text }) => text),
    ['Misses.'],
  )
  const weaker = settle(analysis(0.9), model(0.7))
  assert.deepEqual([weaker.wanted, weaker.alternative], [[STEP], [OTHER_STEP]])
  assert.deepEqual([weaker.diagnosis.source, weaker.diagnosis.otherView?.source], ['analysis', 'model'])
  assert.deepEqual(weaker.diagnosis.otherView?.keyFindings, OTHER_CAUSE.keyFindings)
})

test('the same step from both is one plan', () => {
  const analysis = analysisOf({ findings: [findingOf({ confidence: 0.8, actions: [STEP] })] })
  const { wanted, alternative } = settle(analysis, checkedOf({ ...OTHER_CAUSE, actions: [{ ...STEP, why: 'else' }] }))
  assert.deepEqual([wanted.length, alternative], [1, undefined])
})

test('where the model’s step is refused, the step of the analysis stands under its own conclusion', () => {
  const analysis = analysisOf({ findings: [findingOf({ actions: [STEP] })] })
  const { diagnosis, wanted } = settle(analysis, checkedOf({ refusals: ['scale_deployment is not taken: no.'] }))
  assert.deepEqual([diagnosis.source, wanted], ['analysis', [STEP]])
  assert.match(diagnosis.disagreement ?? '', /wanted is not proposed: scale_deployment is not taken/)
})

test('a step of the model is taken where the analysis has none', () => {
  const { wanted } = settle(analysisOf(), checkedOf({ actions: [STEP] }))
  assert.deepEqual(wanted, [STEP])
})

test('why there is no step is always said', () => {
  const reason = (changes: Partial<CheckedSubmission>) =>
    settle(analysisOf(), checkedOf(changes)).diagnosis.noActionReason
  assert.equal(
    reason({ refusals: ['restart_pod is not taken: no.'] }),
    'What the model wanted is not proposed: restart_pod is not taken: no.',
  )
  assert.equal(reason({}), 'Without a cause nothing should be changed.')
})

for (const [name, changes, failure] of [
  ['that proves nothing', { keyFindings: [] }, /proved nothing/],
  ['without a conclusion', { conclusion: '' }, /no conclusion/],
  ['that repeats orders', { isTainted: true }, /repeats orders/],
] as const)
  test(`after a submission ${name} the analysis stands`, () => {
    const analysis = analysisOf({ findings: [findingOf({ actions: [STEP] })] })
    const { diagnosis, wanted } = settle(analysis, checkedOf(changes))
    assert.equal(diagnosis.source, 'analysis')
    assert.match(diagnosis.modelFailure ?? '', failure)
    assert.equal(diagnosis.conclusion, analysis.diagnosis.conclusion)
    assert.deepEqual(wanted, [STEP])
  })

test('words without proof stand above "no cause was found", labelled, and nothing is done on them', () => {
  const said = { keyFindings: [], unproven: ['It leaks.'], confidence: 0.9, actions: [STEP] }
  const { diagnosis, wanted } = settle(analysisOf(), checkedOf({ ...said, situation: 'recovered' }))
  assert.deepEqual([diagnosis.source, diagnosis.confidence, diagnosis.situation], ['model', 0.4, 'unclear'])
  assert.match(diagnosis.conclusion, /^Unproven, .*: web-1 leaks memory since the release\.$/)
  assert.deepEqual(diagnosis.keyFindings, [{ text: 'Unproven: It leaks.', evidence: [] }])
  assert.deepEqual(wanted, [])
  const beside = settle(analysisOf({ findings: [findingOf({ confidence: 0.5 })] }), checkedOf(said)).diagnosis
  assert.equal(beside.source, 'analysis')
  assert.match(beside.disagreement ?? '', /The model holds, unproven: web-1 leaks memory/)
})

test('what was not found, or seen in another cluster, is never more than likely', () => {
  assert.equal(settle(analysisOf(), checkedOf({ situation: 'not_found' })).diagnosis.confidence, 0.6)
  const foreign = analysisOf({ labels: { cluster: 'east' }, clusterName: 'west' })
  assert.equal(settle(foreign, checkedOf()).diagnosis.confidence, 0.4)
})

test('a conclusion that in part rests on the past says so, and one that wholly does is left out', () => {
  const past = ['"idle" was quoted of C1 before the interruption, and it does not stand in C101']
  const partly = settle(analysisOf(), checkedOf({ past, confidence: 0.5 })).diagnosis
  assert.match(partly.conclusion, /^Concluded before the diagnosis was interrupted, .*: web-1 leaks memory/)
  assert.deepEqual(partly.notSeen, [`${past[0]}.`])
  const wholly = settle(analysisOf(), checkedOf({ past, keyFindings: [] })).diagnosis
  assert.equal(wholly.source, 'analysis')
  assert.match(String(wholly.modelFailure), /seen before the interruption and does not show any more/)
  assert.deepEqual(wholly.notSeen, [`${past[0]}.`])
})
