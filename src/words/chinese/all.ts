/**
 * Sentences the service writes, by their English: names in braces stand for what is filled in, and after a colon what kind of
 * thing that is. They are stored in English; whoever reads Chinese is told them from here, where they are read. The words
 * are those of the console (console/src/language/chinese/all.ts).
 */
import { acting } from './acting.ts'
import { answers } from './answers.ts'
import { cards } from './cards.ts'
import { chat } from './chat.ts'
import { cluster } from './cluster.ts'
import { course } from './course.ts'
import { database } from './database.ts'
import { diagnosis } from './diagnosis/all.ts'
import { doors } from './doors.ts'
import { reaching } from './reaching.ts'
import { refusals } from './refusals.ts'
import { settings } from './settings.ts'
import { steps } from './steps.ts'
import { watching } from './watching.ts'

export const chineseSentences: Readonly<Record<string, string>> = {
  ...course,
  ...acting,
  ...refusals,
  ...database,
  ...cluster,
  ...reaching,
  ...answers,
  ...settings,
  ...steps,
  ...doors,
  ...watching,
  ...cards,
  ...chat,
  ...diagnosis,
}
