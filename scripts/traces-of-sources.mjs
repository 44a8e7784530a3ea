/** In what was built, the trace of an error tells lines of the sources. Their maps are read when the first trace is. */
import { readFileSync } from 'node:fs'
import { SourceMap } from 'node:module'

/** Taken apart, because what names it whole is told where its source lies. */
const { url } = import.meta
const HERE = new URL('.', url).href
const LINE = /file:\/\/\S+\.js:\d+:\d+/

const maps = new Map()

Error.prepareStackTrace = (error, frames) =>
  [headOf(error), ...frames.map((frame) => `    at ${toldBySource(frame)}`)].join('\n')

function headOf(error) {
  try {
    return Error.prototype.toString.call(error)
  } catch {
    return 'Error'
  }
}

function toldBySource(frame) {
  const told = String(frame)
  const [place] = told.match(LINE) ?? []
  return place?.startsWith(HERE) ? told.replace(place, sourceOf(place)) : told
}

function sourceOf(place) {
  const [, file, line, column] = place.match(/^(.*):(\d+):(\d+)$/)
  const { originalSource, originalLine, originalColumn } = mapOf(file)?.findEntry(line - 1, column - 1) ?? {}
  if (originalSource === undefined) return place
  return `${new URL(originalSource, file).href}:${originalLine + 1}:${originalColumn + 1}`
}

function mapOf(file) {
  if (!maps.has(file)) maps.set(file, readMap(file))
  return maps.get(file)
}

function readMap(file) {
  try {
    return new SourceMap(JSON.parse(readFileSync(new URL(`${file}.map`), 'utf8')))
  } catch {
    return undefined // The trace as it is tells more than none.
  }
}
