import type { PluginItem } from '@contract/plugin.ts'
import { Select } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { meaningOfPlugin } from '../../../language/of-service.ts'
import { phrase } from '../../../language/phrase.ts'
import { pluginsQuery } from '../../../server/queries.ts'

type Props = {
  category: PluginItem['category']
  label: string
  chosen: PluginItem | undefined
  /** Of its dialog. */
  isFirst?: boolean
  onChoose: (plugin: PluginItem | undefined) => void
}

/** One of the plugins that are in use, found by a part of its name. */
export function PluginChoice({ category, label, chosen, isFirst = false, onChoose }: Props) {
  const { data } = useQuery(pluginsQuery)
  const plugins = (data?.plugins ?? []).filter((plugin) => plugin.category === category && plugin.enabled)
  return (
    <Select
      label={label}
      description={chosen && meaningOfPlugin(chosen)}
      placeholder={phrase('Choose a plugin')}
      searchable
      openOnFocus={false}
      {...(isFirst && { 'data-autofocus': true })}
      data={plugins.map(({ name }) => name)}
      value={chosen?.name ?? null}
      onChange={(name) => onChoose(plugins.find((plugin) => plugin.name === name))}
    />
  )
}
