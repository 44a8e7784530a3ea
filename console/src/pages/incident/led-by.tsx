/** Which incident a part is looked after with, or was. */
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { richPhrase } from '../../language/phrase.ts'
import { isClosed } from '../../parts/statuses.ts'
import { incidentQuery } from '../../server/queries.ts'

export function LedBy({ leader }: { leader: string }) {
  const { data } = useQuery(incidentQuery(leader))
  const link = (
    <Link to="/incidents/$id" params={{ id: leader }} className="kin">
      {leader}
    </Link>
  )
  return data && isClosed(data.status)
    ? richPhrase('It was part of {link}, which is closed.', { link })
    : richPhrase('It is looked after with {link}; what is decided there holds for both.', { link })
}
