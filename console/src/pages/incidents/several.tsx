import { MultiSelect } from '@mantine/core'
import { phrase } from '../../language/phrase.ts'

type Option = { value: string; label: string }

type Props = {
  label: string
  options: readonly Option[]
  values: readonly string[]
  onChange: (values: string[]) => void
  /** Values that are not among the options are words nobody knows. Otherwise they are only not frequent. */
  isClosedList?: boolean
  /** A value that is not among the options, in words. */
  tell?: ((value: string) => string) | undefined
}

const asItIs = (value: string) => value

/** A filter of several values. A word the address brought and nobody knows is shown, and said to be unknown. */
export function Several({ label, options, values, onChange, isClosedList = false, tell = asItIs }: Props) {
  const others = values.filter((value) => !options.some((option) => option.value === value))
  return (
    <MultiSelect
      label={label}
      placeholder={values.length === 0 ? phrase('Any') : ''}
      data={[...options, ...others.map((value) => ({ value, label: tell(value) }))]}
      error={isClosedList && others.length > 0 && phrase('Unknown {label}', { label: label.toLowerCase() })}
      value={[...values]}
      onChange={onChange}
      searchable
      clearable
      clearSectionMode="clear"
      clearButtonProps={{ 'aria-label': phrase('Any {label}', { label: label.toLowerCase() }) }}
      nothingFoundMessage={phrase('Nothing of the newest incidents')}
      hidePickedOptions={false}
      className="filter-choice"
      classNames={{ pillsList: 'filter-pills' }}
      comboboxProps={{ width: 'max-content', position: 'bottom-start' }}
      maxDropdownHeight={320}
    />
  )
}
