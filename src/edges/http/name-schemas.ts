/**
 * Gives the parts of the OpenAPI document their names, so that generated clients have types called `Diagnosis` and not
 * `Inline47`. What the contract exports under a name stands once under `components/schemas` and is referred to elsewhere.
 */
import * as access from './contract/access.ts'
import * as alert from './contract/alert.ts'
import * as chat from './contract/chat.ts'
import * as configuration from './contract/configuration.ts'
import * as envelope from './contract/envelope.ts'
import * as environment from './contract/environment.ts'
import * as incident from './contract/incident.ts'
import * as background from './contract/incident-background.ts'
import * as course from './contract/incident-course.ts'
import * as event from './contract/incident-event.ts'
import * as knowledge from './contract/knowledge.ts'
import * as plugin from './contract/plugin.ts'
import * as run from './contract/run.ts'
import * as session from './contract/session.ts'
import * as silence from './contract/silence.ts'
import * as statistics from './contract/statistics.ts'
import * as system from './contract/system.ts'

const ROOMS = [
  ...[access, alert, chat, configuration, envelope, environment, background, course, event, incident, knowledge],
  ...[plugin, run, session, silence, statistics, system],
]

/** What is read by its content and not by a schema is told to people and clients by another. */
const SHOWN_AS: Readonly<Record<string, unknown>> = {
  AlertBody: alert.DocumentedAlert,
  ConfigurationChange: configuration.DocumentedConfiguration,
}

type Node = Record<string, unknown>

type NamedDocument = { paths: unknown; components?: { schemas?: Node } }

export function nameSchemas<Document extends NamedDocument>(document: Document): Document {
  const names = namesByShape()
  const used = new Map<string, Node>()
  document.paths = referred(document.paths, names, used)
  const schemas = [...used].sort(([one], [other]) => (one < other ? -1 : 1))
  document.components = { ...document.components, schemas: Object.fromEntries(schemas) }
  return document
}

/** Two names for one shape would let chance decide which of them a client meets. */
function namesByShape(): Map<string, string> {
  const names = new Map<string, string>()
  for (const [name, schema] of ROOMS.flatMap((room) => Object.entries(room)).filter(([, one]) => isNamable(one))) {
    const shape = shapeOf(schema)
    if (names.has(shape)) throw new Error(`${name} and ${names.get(shape)} have one shape: give one a description.`)
    names.set(shape, name)
  }
  return names
}

/** Each part of a shape is part of the shapes above it, and is told once for all of them. */
const shapes = new WeakMap<object, string>()

function shapeOf(schema: unknown): string {
  if (typeof schema !== 'object' || schema === null) return JSON.stringify(schema) ?? 'null'
  const known = shapes.get(schema) ?? (Array.isArray(schema) ? shapeOfList(schema) : shapeOfNode(schema as Node))
  shapes.set(schema, known)
  return known
}

const shapeOfList = (list: readonly unknown[]): string => `[${list.map(shapeOf).join()}]`

/** The tool that collects the routes lays examples beside their schema and tells records in words of its own. */
function shapeOfNode({ patternProperties, examples: _, ...rest }: Node): string {
  const records = patternProperties ? { additionalProperties: Object.values(patternProperties as Node)[0] } : {}
  const parts = Object.entries({ ...rest, ...records }).filter(([, value]) => value !== undefined)
  return `{${parts.map(([key, value]) => `${JSON.stringify(key)}:${shapeOf(value)}`).join()}}`
}

/** Texts and numbers are plainer where they stand. */
function isNamable(value: unknown): boolean {
  const { type, anyOf, enum: words } = Object(value) as Node
  return type === 'object' || anyOf !== undefined || words !== undefined
}

function referred(value: unknown, names: Map<string, string>, used: Map<string, Node>): unknown {
  if (Array.isArray(value)) return value.map((one) => referred(one, names, used))
  if (typeof value !== 'object' || value === null) return value
  const name = names.get(shapeOf(value))
  if (name === undefined) return within(value as Node, names, used)
  if (!used.has(name)) {
    used.set(name, {})
    used.set(name, within((SHOWN_AS[name] ?? value) as Node, names, used))
  }
  return { $ref: `#/components/schemas/${name}` }
}

function within(node: Node, names: Map<string, string>, used: Map<string, Node>): Node {
  return Object.fromEntries(Object.entries(node).map(([key, one]) => [key, referred(one, names, used)]))
}
