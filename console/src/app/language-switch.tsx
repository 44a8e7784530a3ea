/** The other language, by its own name. Chosen once and kept in this browser. */
import { Button } from '@mantine/core'
import { KEPT_LANGUAGE, LANGUAGES, language } from '../language/language.ts'

export function LanguageSwitch({ visibleFrom }: { visibleFrom?: 'sm' }) {
  const other = language === 'zh' ? 'en' : 'zh'
  const press = () => {
    localStorage.setItem(KEPT_LANGUAGE, other)
    // Whoever has typed something is asked by the browser before it is lost.
    window.location.reload()
  }
  return (
    <Button
      variant="default"
      px="xs"
      lang={other === 'zh' ? 'zh-CN' : 'en'}
      onClick={press}
      {...(visibleFrom && { visibleFrom })}
    >
      {LANGUAGES[other]}
    </Button>
  )
}
