/**
 * Where things stand in a JSON text: the line of every value by the path the service calls it (`services[0].name`), and
 * the line of the first mistake. Browsers tell of mistakes in their own words, some without a line.
 */
import { phrase } from '../../language/phrase.ts'

type Mistake = { line: number; position: number; message: string }
export type Scan = { lines: ReadonlyMap<string, number>; mistake: Mistake | undefined }

const NUMBER = /-?(0|[1-9]\d*)(\.\d+)?([eE][+-]?\d+)?/y
const STRING = /"(?:[^"\\\p{Cc}]|\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4})|[\x7f-\x9f])*"/uy
const WORD = /true|false|null/y
const SPACE = /[ \t\r\n]*/y

class Wrong extends Error {}

export function scanJson(text: string): Scan {
  const cursor = { text, at: 0, line: 1, lines: new Map<string, number>() }
  try {
    scanValue(cursor, '')
    skipSpace(cursor)
    if (cursor.at < text.length) throw new Wrong(phrase('Something stands after the end of the document.'))
    return { lines: cursor.lines, mistake: undefined }
  } catch (error) {
    const message = error instanceof Wrong ? error.message : phrase('This is nested too deeply.')
    const mistake = { line: cursor.line, position: cursor.at, message }
    return { lines: cursor.lines, mistake }
  }
}

/** The line of a path, or of the nearest thing around it where it is missing. */
export function lineOf({ lines }: Scan, field: string): number {
  for (let path = field; path !== ''; path = path.replace(/(^|\.)[^.[]*$|\[\d+\]$/, '')) {
    const line = lines.get(path)
    if (line !== undefined) return line
  }
  return 1
}

/** As the service writes paths. */
export function pathTo(parent: string, key: string): string {
  if (/^\d+$/.test(key)) return `${parent}[${key}]`
  return parent === '' ? key : `${parent}.${key}`
}

type Cursor = { text: string; at: number; line: number; lines: Map<string, number> }

function scanValue(cursor: Cursor, path: string): void {
  skipSpace(cursor)
  cursor.lines.set(path, cursor.line)
  const first = cursor.text[cursor.at]
  if (first === '{') scanMembers(cursor, '}', () => scanProperty(cursor, path))
  else if (first === '[') scanMembers(cursor, ']', (index) => scanValue(cursor, pathTo(path, String(index))))
  else if (!(take(cursor, STRING) ?? take(cursor, NUMBER) ?? take(cursor, WORD)))
    throw new Wrong(
      first === undefined
        ? phrase('The document ends too early.')
        : phrase('A value is expected before {shown}.', { shown: shown(cursor) }),
    )
}

function scanProperty(cursor: Cursor, path: string): void {
  const name = take(cursor, STRING)
  if (name === undefined)
    throw new Wrong(phrase('A name in double quotes is expected before {shown}.', { shown: shown(cursor) }))
  expectMark(cursor, ':')
  scanValue(cursor, pathTo(path, JSON.parse(name) as string))
}

function scanMembers(cursor: Cursor, end: string, scanMember: (index: number) => void): void {
  cursor.at += 1
  skipSpace(cursor)
  for (let index = 0; cursor.text[cursor.at] !== end; index += 1) {
    if (index > 0) expectMark(cursor, ',')
    skipSpace(cursor)
    scanMember(index)
    skipSpace(cursor)
  }
  cursor.at += 1
}

function expectMark(cursor: Cursor, mark: string): void {
  skipSpace(cursor)
  if (cursor.text[cursor.at] !== mark)
    throw new Wrong(phrase('"{mark}" is expected before {shown}.', { mark, shown: shown(cursor) }))
  cursor.at += 1
}

function take(cursor: Cursor, pattern: RegExp): string | undefined {
  pattern.lastIndex = cursor.at
  const found = pattern.exec(cursor.text)?.[0]
  cursor.at += found?.length ?? 0
  return found
}

function skipSpace(cursor: Cursor): void {
  // A line cannot end inside a string of JSON, so lines are counted here alone.
  cursor.line += (take(cursor, SPACE)?.split('\n').length ?? 1) - 1
}

function shown({ text, at }: Cursor): string {
  const rest = /\S{1,12}/.exec(text.slice(at, at + 40))?.[0]
  return rest === undefined ? phrase('the end') : JSON.stringify(rest)
}
