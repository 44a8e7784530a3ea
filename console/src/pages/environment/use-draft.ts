/** The document being edited: one text, which the forms and the JSON editor both change. Nothing is saved before Save. */
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { type FieldProblem, Refusal } from '../../server/ask.ts'
import { type Fields, isRecord, isSame, readJson, writeJson } from './exact-json.ts'
import { type Scan, scanJson } from './json-scan.ts'
import { environmentQuery, Overtaken, saveDocument } from './saved-document.ts'

export type Draft = {
  text: string
  /** Undefined while the text is no JSON object. */
  document: Fields | undefined
  scan: Scan
  isChanged: boolean
  isSaving: boolean
  /** What the service refused of exactly this text, by path. */
  problems: readonly FieldProblem[]
  error: Error | null
  overtaken: Overtaken | undefined
  setText(text: string): void
  change(document: Fields): void
  discard(): void
  save(): void
  /** Goes on from what someone else saved, keeping the draft. */
  overrule(theirs: string): void
}

type Edited = { text: string; base: string }

export function useDraft(saved: string): Draft {
  const queries = useQueryClient()
  const [edited, setEdited] = useState<Edited>()
  const saving = useMutation({
    mutationFn: saveDocument,
    onSuccess: (text) => {
      queries.setQueryData(environmentQuery.queryKey, text)
      setEdited(undefined)
    },
  })
  const text = edited?.text ?? saved
  const read = useMemo(() => readText(text), [text])
  const begin = (next: string) => {
    saving.reset()
    setEdited((before) => ({ text: next, base: before?.base ?? saved }))
  }
  const put = (base: string) => saving.mutate({ text, base })
  return {
    text,
    ...read,
    isChanged: edited !== undefined && !(read.document && isSame(read.document, readJson(edited.base))),
    isSaving: saving.isPending,
    problems: saving.error instanceof Refusal ? saving.error.details : [],
    error: saving.error,
    overtaken: saving.error instanceof Overtaken ? saving.error : undefined,
    setText: begin,
    change: (document) => begin(writeJson(document)),
    discard: () => {
      saving.reset()
      setEdited(undefined)
    },
    save: () => put(edited?.base ?? saved),
    overrule: (theirs) => {
      setEdited({ text, base: theirs })
      put(theirs)
    },
  }
}

function readText(text: string): Pick<Draft, 'document' | 'scan'> {
  const scan = scanJson(text)
  const value = scan.mistake ? undefined : readJson(text)
  return { scan, document: isRecord(value) ? value : undefined }
}
