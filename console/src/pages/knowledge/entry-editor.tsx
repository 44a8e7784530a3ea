/** Writing an entry, with how it will read beside it. Two people who edit the same one do not overwrite each other. */
import { Autocomplete, Button, Group, Stack, TagsInput, TextInput, Title } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { phrase } from '../../language/phrase.ts'
import { ErrorNote } from '../../parts/error-note.tsx'
import { LeaveGuard } from '../../parts/leave-guard.tsx'
import { ConflictNote } from './conflict-note.tsx'
import { ContentField } from './content-field.tsx'
import type { Entry } from './knowledge-queries.ts'
import { useKnownCategories } from './known-categories.ts'
import { LinkButton } from './link-button.tsx'
import { type Draft, draftOf, faultsOf, textOf, useSaving } from './use-saving.ts'

export function EntryEditor({ entry, mark = '' }: { entry?: Entry; mark?: string }) {
  const queries = useQueryClient()
  const navigate = useNavigate()
  const form = useForm<Draft>({ initialValues: draftOf(entry), validate: faultsOf })
  const saving = useSaving({
    ...(entry && { id: entry.id }),
    mark,
    onRefused: (faults) => form.setErrors(faults),
    onSaved: async (saved) => {
      await queries.invalidateQueries({ queryKey: ['knowledge'] })
      await navigate({ to: '/knowledge', search: { entry: saved.id }, ignoreBlocker: true })
    },
  })
  const { conflict } = saving
  return (
    <form onSubmit={form.onSubmit((draft) => saving.save(textOf(draft)))} noValidate>
      <Stack>
        <LeaveGuard isChanged={form.isDirty()} leaves={() => true} />
        <Title order={1}>{entry ? phrase('Edit the entry') : phrase('Write an entry')}</Title>
        {conflict && (
          <ConflictNote
            mine={textOf(form.values)}
            theirs={conflict.entry}
            onOverrule={() => saving.overrule(textOf(form.values))}
            onYield={() => {
              form.setInitialValues(draftOf(conflict.entry))
              form.reset()
              saving.takeOver(conflict)
            }}
          />
        )}
        {saving.error && <ErrorNote error={saving.error} />}
        <TextInput label={phrase('Title')} required {...form.getInputProps('title')} />
        <Group grow align="flex-start" preventGrowOverflow={false}>
          <Autocomplete
            label={phrase('Category')}
            data={useKnownCategories()}
            miw={200}
            {...form.getInputProps('category')}
          />
          <TagsInput
            label={phrase('Tags')}
            placeholder={phrase('Enter adds one')}
            splitChars={[',']}
            miw={200}
            {...form.getInputProps('tags')}
          />
        </Group>
        <ContentField {...form.getInputProps('content')} />
        <Endings entry={entry} isSaving={saving.isPending} />
      </Stack>
    </form>
  )
}

/** After what is written: whoever comes by keys meets them when it is done. */
function Endings({ entry, isSaving }: { entry: Entry | undefined; isSaving: boolean }) {
  const back = entry ? { entry: entry.id } : {}
  return (
    <Group gap="xs" justify="flex-end">
      <LinkButton variant="default" to="/knowledge" search={back}>
        {phrase('Cancel')}
      </LinkButton>
      <Button type="submit" loading={isSaving}>
        {phrase('Save')}
      </Button>
    </Group>
  )
}
