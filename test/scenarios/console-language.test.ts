/** The console in Chinese: chosen by the browser or by the person, and no fixed word of it left in English. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import { chinese } from '../../console/src/language/chinese/all.ts'
import { openBrowser } from '../world/browser.ts'
import { assertAccessible, assertFits, goToOther } from '../world/console-look.ts'
import { openWaitingWorld } from '../world/waiting-plan.ts'

const KEY = 'the-admin-key-of-this-test'

test('from signing in to the confirmed plan everything fixed is said in Chinese, and the choice is kept', async (t) => {
  const browser = await openBrowser(t)
  if (!browser) return
  const world = await openWaitingWorld(t, ['checkout'])
  const service = await world.startInstance({ API_KEY: KEY })
  const { id } = await world.plant('checkout')
  const person = await browser.open(service.address)
  const { page } = person

  await page.goto('/')
  await page.getByRole('button', { name: '中文' }).click()
  await page.getByRole('button', { name: '登录' }).waitFor()
  assert.equal(await page.locator('html').getAttribute('lang'), 'zh-CN')
  await page.waitForFunction("document.title === '登录 · Firebreak'")
  await assertChinese(page)
  await page.getByLabel('密钥', { exact: true }).fill(KEY)
  await page.getByRole('button', { name: '登录' }).click()

  await page.getByRole('heading', { name: '当前', exact: true }).waitFor()
  await page.getByText('有 1 个处置方案等待决策。').waitFor()
  await assertChinese(page)

  await page.getByRole('link', { name: '事件', exact: true }).click()
  await page.getByRole('cell', { name: /未关闭/ }).waitFor()
  await assertChinese(page)
  await page.goto(`/incidents/${id}`)
  await page.getByRole('heading', { name: '处置方案：仅在你确认后执行' }).waitFor()
  await page.getByText('请求决策').first().waitFor()
  await assertChinese(page)
  await assertAccessible(page)
  await person.shoot('incident-chinese')

  // What an event says is said in words; what was stored of it stays folded.
  await page.getByRole('button', { name: /请求决策/ }).click()
  const drawer = page.getByRole('dialog', { name: '请求决策' })
  await drawer.getByText(/^方案 1 等待/).waitFor()
  await drawer.getByText('原始记录').waitFor()
  assert.equal(await drawer.getByText('confirm_by').isVisible(), false)
  await assertChinese(page)
  await person.shoot('event-chinese')
  await page.keyboard.press('Escape')

  await page.getByRole('button', { name: '确认执行…' }).first().click()
  const dialog = page.getByRole('dialog', { name: '执行此方案？' })
  await dialog.getByRole('button', { name: '确认执行' }).waitFor()
  await assertChinese(page)
  await person.shoot('confirm-chinese')
  await dialog.getByRole('button', { name: '确认执行' }).click()
  await page.getByRole('heading', { name: '处置方案：已确认' }).waitFor()
  await assertChinese(page)

  for (const path of [
    `/incidents/${id}/report`,
    '/silences',
    '/runs',
    '/knowledge',
    '/environment',
    '/plugins',
    '/settings',
  ]) {
    await goToOther(page, path)
    await page.getByLabel('加载中').waitFor({ state: 'detached' })
    await assertChinese(page)
  }

  await page.getByRole('button', { name: 'English' }).click()
  await page.getByRole('heading', { name: 'Settings', level: 1 }).waitFor()
  assert.equal(await page.locator('html').getAttribute('lang'), 'en')
  // The same look finds English where it is.
  assert.ok((await englishOn(page)).includes('Audit trail'))
  assert.ok((await englishSentencesOn(page)).length > 10)
  // Before anybody signs in, the session is asked for and refused.
  assert.deepEqual(
    person.complaints.filter((words) => !words.includes('401')),
    [],
  )
})

test('whoever’s browser asks for Chinese is answered in it, on a phone too', async (t) => {
  const browser = await openBrowser(t)
  if (!browser) return
  const world = await openWaitingWorld(t, [])
  const service = await world.startInstance()
  const { page, complaints } = await browser.open(service.address, { width: 390, height: 844, locale: 'zh-CN' })
  await page.goto('/')
  await page.getByText('暂无待办。').waitFor()
  await assertFits(page)
  await assertChinese(page)
  await page.getByRole('button', { name: '页面' }).click()
  await page.getByRole('button', { name: 'English' }).click()
  await page.getByText('Nothing needs you.').waitFor()
  assert.deepEqual(complaints, [])
})

/** One word in small letters may as well be the name of a label, a plugin's parameter or a role. */
const FIXED = Object.entries(chinese).flatMap(([english, said]) => {
  const [words = ''] = english.split('|')
  return english !== said && !words.includes('{') && /^\p{Lu}|\p{L}.* \S/u.test(words) ? [words] : []
})

/** Texts of elements and what is read aloud of them, each as it stands alone. */
const SHOWN = `[...document.querySelectorAll('body *')].flatMap((element) => [
  ...[...element.childNodes].filter((node) => node.nodeType === Node.TEXT_NODE).map((node) => node.data),
  ...['aria-label', 'placeholder', 'title', 'alt', 'data-label'].map((name) => element.getAttribute(name) ?? ''),
]).map((text) => text.trim())`

async function englishOn(page: Page): Promise<string[]> {
  const shown = new Set(await page.evaluate<string[]>(SHOWN))
  return FIXED.filter((words) => shown.has(words.trim()))
}

async function assertChinese(page: Page): Promise<void> {
  assert.deepEqual(await englishOn(page), [], page.url())
  assert.deepEqual(await englishSentencesOn(page), [], page.url())
}

/** What stands in code, in a quotation or in a field was said by others, or is meant for programs. */
const READ = `[...document.querySelectorAll('body *')]
  .filter((element) => !element.closest('code, pre, q, blockquote, textarea, noscript, script, style'))
  .flatMap((element) => [...element.childNodes].filter((node) => node.nodeType === Node.TEXT_NODE).map((node) => node.data))`

const QUOTED = /“[^”]*”|"[^"]*"|`[^`]*`/g
const THREE_WORDS = /(?<![\w./:=@-])[A-Za-z][a-z’']+(?:,? [a-z’']+){2,}(?![\w./:=@-])/
/** What the alert of this world says, and its plan and diagnosis, which no analysis wrote. */
const OF_OTHERS = /is slow, |a test wants it|Every replica is saturated|Scale it|a moment/

/** Sentences that the service or the console wrote and did not tell. */
async function englishSentencesOn(page: Page): Promise<string[]> {
  const texts = await page.evaluate<string[]>(READ)
  return texts.filter((text) => THREE_WORDS.test(text.replace(QUOTED, '')) && !OF_OTHERS.test(text))
}
