/** The way back in over the page that was open, so that what was typed there is not lost. */
import type { Session } from '@contract/session.ts'
import { Modal } from '@mantine/core'
import { useMutationState, useQueryClient } from '@tanstack/react-query'
import { phrase } from '../language/phrase.ts'
import { ISSUING_A_KEY, type SeenSession, sessionQuery } from '../server/session.ts'
import { SignInForm } from './sign-in-form.tsx'

/** Above any dialog the page may show. */
const ON_TOP = 400

export function SignInDialog({ session }: { session: SeenSession }) {
  const queries = useQueryClient()
  const issuing = useMutationState({ filters: { mutationKey: ISSUING_A_KEY }, select: ({ state }) => state.status })
  const isKeyShown = issuing.some((status) => status === 'pending' || status === 'success')
  const goOn = (entered: Session) => {
    // What somebody else may see and do is another page; it begins anew.
    if (entered.name !== session.name || entered.role !== session.role) return window.location.reload()
    queries.setQueryData(sessionQuery.queryKey, entered)
    void queries.invalidateQueries()
  }
  return (
    <Modal
      // The first key of a service closes it: whoever made it must first keep it.
      opened={session.has_ended === true && !isKeyShown}
      onClose={() => {}}
      title={
        session.is_open
          ? phrase('A key is needed now; sign in to go on')
          : phrase('Your session has ended; sign in to go on')
      }
      withCloseButton={false}
      closeOnEscape={false}
      closeOnClickOutside={false}
      overlayProps={{ blur: 6, backgroundOpacity: 0.6 }}
      zIndex={ON_TOP}
    >
      <SignInForm onSignedIn={goOn} />
    </Modal>
  )
}
