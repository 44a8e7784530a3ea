/** What is said in the chat: alerts of bots, questions and commands of people, reactions. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type ChatWorld, cardsOf, openChatWorld } from '../world/chat-world.ts'
import { eventually } from '../world/eventually.ts'
import { untilNoonMs } from '../world/records.ts'
import type { TestService } from '../world/service.ts'

type Spoken = Parameters<ChatWorld['chat']['say']>[0]

const total = async ({ instances }: ChatWorld) =>
  (await (instances[0] as TestService).get('/api/incidents')).body.data.total

/** Somebody says something to the bot, and waits for its answer. */
async function ask({ chat }: ChatWorld, text: string, more: Partial<Spoken> = {}): Promise<string> {
  const { message, delivery } = await chat.say({ chatId: 'oc_ops', from: 'ou_alice', text, toBot: true, ...more })
  assert.equal(delivery?.status, 200)
  const answer = await eventually(`${text} is answered`, () =>
    chat.store.all().find(({ parentId, type }) => parentId === message.id && type === 'text'),
  )
  return JSON.parse(answer.content).text
}

test('what a listed bot says is an alert, stored before it is answered; nobody else’s words are', async (t) => {
  const world = await openChatWorld(t, { environment: { ALERT_BOT_IDS: 'ou_alert,cli_other,ou_self' } })
  const { chat, show } = world
  for (const [at, schema] of (['v1', 'v2', 'spec'] as const).entries()) {
    chat.schema = schema
    const { delivery } = await chat.say({
      chatId: 'oc_ops',
      from: 'ou_alert',
      fromKind: 'bot',
      text: `checkout ${at} fails`,
    })
    const { data } = JSON.parse(delivery?.text ?? '')
    const { title, source, status } = await show(data.incident_id)
    assert.deepEqual([title, source, status], [`checkout ${at} fails`, 'alert_bot', 'pending'])
  }
  chat.schema = 'v2'
  const post = { zh_cn: { title: 'Disk', content: [[{ tag: 'text', text: 'full on db-1' }]] } }
  await chat.say({ chatId: 'oc_ops', from: 'ou_alert', fromKind: 'bot', type: 'post', content: post })
  const card = { elements: [{ tag: 'div', text: { tag: 'plain_text', content: 'memory is low on web-1' } }] }
  await chat.say({ chatId: 'oc_ops', from: 'ou_alert', fromKind: 'bot', type: 'interactive', content: card })
  assert.equal(await total(world), 5)
  for (const [from, fromKind] of [
    ['ou_self', 'bot'],
    ['cli_demo', 'bot'],
    ['ou_unlisted', 'bot'],
    ['ou_alice', 'user'],
  ] as const) {
    const { delivery } = await chat.say({ chatId: 'oc_ops', from, fromKind, text: `${from} says fire` })
    assert.deepEqual([delivery?.status, JSON.parse(delivery?.text ?? '').data], [200, { handled: 'ignored' }], from)
  }
  assert.equal(await total(world), 5)
  assert.match((world.instances[0] as TestService).logged(), /ou_unlisted[\s\S]*is not heard/)
})

test('a card whose words the platform held back is read from the platform itself, or stands as what it is', async (t) => {
  const world = await openChatWorld(t, { environment: { ALERT_BOT_IDS: 'ou_alert' } })
  const { chat, show } = world
  const hidden = JSON.stringify({ schema: '2.0', body: { elements: [] } })
  const titleOf = async (content: unknown) => {
    const sender = { id: 'ou_alert', kind: 'bot' } as const
    const message = chat.store.add({ chatId: 'oc_ops', type: 'interactive', content: JSON.stringify(content), sender })
    const delivery = await chat.tell({ ...message, content: hidden })
    return (await show(JSON.parse(delivery?.text ?? '').data.incident_id)).title
  }
  const full = { elements: [{ tag: 'div', text: { tag: 'plain_text', content: 'CPU of web-1 is high' } }] }
  assert.equal(await titleOf(full), 'CPU of web-1 is high')
  const away = chat.down(502)
  assert.match(await titleOf(full), /whose words could not be read/)
  away.release()
})

test('while our own name is unknown, listed bots are heard all the same', async (t) => {
  const world = await openChatWorld(t, { environment: { ALERT_BOT_IDS: 'ou_alert' } })
  const away = world.chat.down(502)
  const { delivery } = await world.chat.say({ chatId: 'oc_ops', from: 'ou_alert', fromKind: 'bot', text: 'CPU high' })
  assert.equal(JSON.parse(delivery?.text ?? '').data.handled, 'alert')
  away.release()
})

test('a reaction on one of our messages is a note with its emoji, and approves nothing', async (t) => {
  const world = await openChatWorld(t)
  const { chat, plant, knownCard, show, cluster } = world
  const { id } = await plant('checkout')
  const message = await knownCard(id, /needs a decision/)
  await chat.reactTo(message.id, 'THUMBSUP', { id: 'ou_alice', kind: 'user' })
  const { message: foreign } = await chat.say({ chatId: 'oc_ops', from: 'ou_bob', text: 'good morning' })
  await chat.reactTo(foreign.id, 'DONE', { id: 'ou_alice', kind: 'user' })
  await chat.reactTo(message.id, 'DONE', { id: 'cli_demo', kind: 'bot' })
  const shown = await show(id)
  const notes = shown.events.filter(({ type }: { type: string }) => type === 'note_added')
  assert.deepEqual(
    notes.map(({ data }: { data: unknown }) => data),
    [{ by: 'ou_alice', text: 'reacted with THUMBSUP', emoji: 'THUMBSUP' }],
  )
  assert.equal(shown.status, 'awaiting_approval')
  assert.equal(cluster.recorder.changes().length, 0)
})

test('somebody says in the chat that he has it, or who has, and the card tells it without deciding anything', async (t) => {
  const world = await openChatWorld(t)
  const { plant, knownCard, show, cluster } = world
  const { id } = await plant('checkout')
  const message = await knownCard(id, /needs a decision/)
  assert.equal(await ask(world, '/mine', { replyTo: message.id }), `ou_alice has ${id} in hand.`)
  await knownCard(id, /In hand of[\s\S]*ou_alice/)
  assert.equal(await ask(world, `/assign ${id} grace`), `grace has ${id} in hand.`)
  await knownCard(id, /grace \(asked by ou_alice\)/)
  assert.match(await ask(world, '/mine'), /Which incident\?/)
  assert.equal(await ask(world, `/assign ${id}`), `Nobody has ${id} in hand now.`)
  const { assignee, status } = await show(id)
  assert.deepEqual([assignee, status], [undefined, 'awaiting_approval'])
  assert.equal(cluster.recorder.changes().length, 0)
})

test('people get answers: help, status, plugins, one incident by its id, by its thread and in their own words', async (t) => {
  const world = await openChatWorld(t, { chats: ['oc_ops', { id: 'oc_alone', type: 'p2p' }] })
  const { chat, plant, knownCard } = world
  // So that no midnight comes between what happens today and the question.
  await world.pass(untilNoonMs())
  const { id } = await plant('checkout')
  const message = await knownCard(id, /needs a decision/)
  const inThread = { replyTo: message.id }
  assert.match(await ask(world, '/help'), /\/status – what is going on/)
  assert.match(await ask(world, 'good morning'), /You may also ask about an incident/)
  assert.match(
    await ask(world, 'hello', { chatId: 'oc_alone', toBot: false }),
    /Nothing is changed before somebody confirms/,
  )
  const overall = await ask(world, '/status')
  assert.match(
    overall,
    /1 incident open, 1 waiting for a decision\.\nToday \(UTC\): 1 opened; none has come to an end yet\./,
  )
  assert.match(overall, new RegExp(`- ${id} \\(\\w+\\) waits: checkout is slow`))
  assert.match(
    await ask(world, '/plugins'),
    /26 plugins\.\nTo look with: [\s\S]*list_pods[\s\S]*To act[\s\S]*scale_deployment/,
  )
  for (const answer of [await ask(world, `/status ${id.toLowerCase()}`), await ask(world, '/status', inThread)])
    assert.match(
      answer,
      /\(\w+, awaiting_approval\)[\s\S]*Conclusion by analysis, 90 % sure: Every replica is saturated\.[\s\S]*1\. Scale it\./,
    )
  assert.match(await ask(world, '/status INC-20200101-001'), /There is no incident INC-20200101-001\./)
  const why = await ask(world, `why does ${id} happen?`)
  assert.match(why, /Every replica is saturated/)
  assert.doesNotMatch(why, /Way back/)
  assert.match(await ask(world, 'what is the plan?', inThread), /The plan, risk \w+: It waits for a decision until/)
  assert.match(await ask(world, 'who decided?', inThread), /Nobody has decided yet\./)
  assert.match(await ask(world, 'what happened so far?', inThread), /diagnosis_completed: Every replica/)
  assert.match(
    await ask(world, '/ask what of node-77?', inThread),
    /node-77: nothing was looked at yet, so nothing is known of it/,
  )
  assert.match(await ask(world, '/ask why?'), /Which incident\?/)
  assert.match(await ask(world, '/ask INC-20200101-001 why?'), /There is no incident INC-20200101-001\./)
  const { events } = await world.show(id)
  const asked = events.filter(({ type }: { type: string }) => type === 'question_asked').at(-1)?.data
  assert.deepEqual([asked.by, asked.via, asked.text], ['ou_alice', 'chat', 'what of node-77?'])
  const { delivery } = await chat.say({ chatId: 'oc_ops', from: 'ou_alice', text: 'see you, @everybody' })
  assert.deepEqual(JSON.parse(delivery?.text ?? '').data, { handled: 'ignored' })
})

test('where the chat is Chinese, so are the answers; what was said by others stays', async (t) => {
  const world = await openChatWorld(t, { environment: { CHAT_LANGUAGE: 'zh' } })
  await world.pass(untilNoonMs())
  const { id } = await world.plant('checkout')
  const { id: card } = await world.knownCard(id, /待决策/)
  const inThread = { replyTo: card }
  const waits = new RegExp(`1 个未关闭事件，1 个待决策。[\\s\\S]*- ${id}（.+）待决策：checkout is slow`)
  assert.match(await ask(world, '/status'), waits)
  assert.match(
    await ask(world, '/status', inThread),
    /（.，待决策），新建于 .*：checkout is slow[\s\S]*结论（内置分析，置信度 90 %）：Every replica is saturated\.[\s\S]*尚无人决策。/,
  )
  assert.match(await ask(world, 'what is the plan?', inThread), /方案（风险.，等待决策至 /)
  assert.match(await ask(world, '/plugins'), /用于查看：.*list_pods/)
  assert.equal(await ask(world, '/mine', inThread), `ou_alice 已认领 ${id}。`)
  assert.equal(await ask(world, '/ask why?'), '哪个事件？请写明编号，或在其卡片的话题中发送。')
  assert.match(
    await ask(world, '/silence for 2h alertname=Disk: new disks'),
    /^静默已创建：拦下 alertname="Disk"，至 .*今天的 1 条告警中有 0 条匹配。如需撤销：\/unsilence /,
  )
  assert.match(
    await ask(world, '/silences'),
    /1 个静默生效[\s\S]*：至 .*，alertname="Disk"（new disks，由 ou_alice 创建）；已拦下 0 次通知/,
  )
  assert.equal(await ask(world, `/ignore ${id}`), `${id} 已忽略。`)
  const help = (await ask(world, '/help')).split('\n')
  assert.deepEqual(
    help.filter((line) => !/\p{Script=Han}/u.test(line)),
    [],
  )
})

test('/run shows the card again and takes the buttons from the old one; it never runs anything', async (t) => {
  const world = await openChatWorld(t, { chats: ['oc_ops', 'oc_elsewhere'], deployments: ['one', 'two', 'three'] })
  const { chat, plant, card, cluster } = world
  assert.match(await ask(world, '/run'), /No plan waits for a decision\./)
  const { id } = await plant('one')
  const old = await card(id, /needs a decision/)
  const { message: asked } = await chat.say({ chatId: 'oc_ops', from: 'ou_alice', text: '/run', toBot: true })
  const shown = await eventually('the card is shown again', () =>
    cardsOf(chat, id).find(({ parentId }) => parentId === asked.id),
  )
  await eventually('the old one is out of use', () => chat.buttons(old.id).length === 0)
  assert.match(chat.words(old.id), /This card was sent again; the newer one counts\./)
  assert.match(await ask(world, '/run', { chatId: 'oc_elsewhere' }), /Decide on its card in its own chat/)
  assert.match(await ask(world, 'why?', { replyTo: old.id }), new RegExp(id))
  assert.equal(cluster.recorder.changes().length, 0)
  assert.equal((await chat.click(shown.id, 'Confirm', 'ou_alice')).toast?.type, 'success')
  await card(id, /is done/)
  await plant('two')
  await plant('three')
  assert.match(await ask(world, '/run'), /2 plans wait\. Which incident\?/)
  assert.match(await ask(world, `/run ${id}`), /is resolved; no plan waits/)
})

test('/diag, /ignore and /escalate move incidents as the lifecycle allows, for those who may', async (t) => {
  const environment = { CHAT_APPROVER_IDS: 'ou_alice' }
  const world = await openChatWorld(t, { environment, deployments: ['one', 'two', 'three'] })
  const { plant, knownCard, show } = world
  const [ignored, escalated, again] = [await plant('one'), await plant('two'), await plant('three')]
  for (const command of ['/ignore', '/escalate', '/diag'])
    assert.match(
      await ask(world, `${command} ${ignored.id}`, { from: 'ou_bob' }),
      /You are not among those who may decide/,
    )
  assert.equal((await show(ignored.id)).status, 'awaiting_approval')
  assert.match(await ask(world, '/ignore'), /Which incident\?/)
  assert.match(await ask(world, `/ignore ${ignored.id} known since May`), /is ignored\./)
  const message = await knownCard(escalated.id, /needs a decision/)
  assert.match(await ask(world, '/escalate too risky', { replyTo: message.id }), /is escalated; a person takes over\./)
  assert.match(
    await ask(world, `/escalate ${escalated.id}`),
    /An incident that is escalated cannot be answered with reject\./,
  )
  assert.match(await ask(world, `/diag ${again.id} look at the database`), /is looked at again\./)
  const [one, two, three] = [await show(ignored.id), await show(escalated.id), await show(again.id)]
  assert.deepEqual([one.status, two.status], ['ignored', 'escalated'])
  assert.match(JSON.stringify(one.events), /known since May/)
  assert.match(JSON.stringify(two.events), /ou_alice refused the plan: asked to escalate too risky/)
  assert.match(
    JSON.stringify(three.events),
    /"decision":"rediagnose","by":"ou_alice","via":"chat","comment":"look at the database"/,
  )
  const opened = await ask(world, '/diag the checkout of the shop is slow', { from: 'ou_bob' })
  const [, id = ''] = /^(INC-\S+) is being looked at\.$/.exec(opened) ?? []
  const { title, source } = await show(id)
  assert.deepEqual([title, source], ['the checkout of the shop is slow', 'chat'])
  assert.match(await ask(world, '/diag'), /Look at what\?/)
})

test('people silence labels from the chat, see what is held back, and take it back; the same people as on a card', async (t) => {
  const world = await openChatWorld(t, { environment: { CHAT_APPROVER_IDS: 'ou_alice' } })
  const [service] = world.instances as [TestService]
  const alert = (name: string) => ({ message: `${name} is full`, metadata: { labels: { alertname: name } } })
  const send = async (name: string) =>
    (await service.ask('POST', '/api/alert', { body: alert(name) })).body.data.incident_id

  assert.match(await ask(world, '/silence alertname=Disk: x', { from: 'ou_bob' }), /not among those who may decide/)
  assert.match(await ask(world, '/silence'), /^Silence what\?/)
  assert.match(await ask(world, '/silence alertname=~"(": why'), /^The pattern for alertname cannot be read/)
  assert.match(
    await ask(world, '/silence alertname=~".*": why'),
    /^This would hide every alert.*with the word everything/,
  )
  assert.match(await ask(world, '/silence alertname=Disk'), /^Say why/)
  assert.equal(await ask(world, '/silences'), 'No silence holds, and none will.')

  const made = await ask(world, '/silence for 2h alertname=Disk: new disks')
  const [, name = ''] = /^A silence holds back alertname="Disk" until .* \/unsilence ([0-9a-f]{12})$/.exec(made) ?? []
  assert.equal(await send('Disk'), '')
  assert.match(
    await ask(world, '/silences', { from: 'ou_bob' }),
    new RegExp(`- ${name}: until .*alertname="Disk" \\(new disks, by ou_alice\\); 1 not`),
  )
  assert.match(await ask(world, `/unsilence ${name}`, { from: 'ou_bob' }), /not among those who may decide/)
  assert.match(await ask(world, '/unsilence 0'), /^Which one\?/)
  assert.match(await ask(world, `/unsilence ${name}`), /^The silence for alertname="Disk" is over/)
  assert.notEqual(await send('Disk'), '')
  const { items } = (await service.get('/api/audit')).body.data
  const trail = items.filter(({ action }: { action: string }) => action.startsWith('silence.'))
  assert.deepEqual(
    trail.map(({ actor, action }: { actor: string; action: string }) => [actor, action]),
    [
      ['ou_alice', 'silence.ended'],
      ['ou_alice', 'silence.created'],
    ],
  )

  const id = await send('Queue')
  assert.match(await ask(world, `/silence ${id} for 30m`), /^A silence holds back alertname="Queue" until/)
  const shown = await world.show(id)
  const notes = shown.events.filter(({ type }: { type: string }) => type === 'note_added')
  assert.match(notes.at(-1)?.data.text, /^A silence holds back alertname="Queue"/)
  assert.notEqual(shown.status, 'ignored')
})
