import { useQuery, useQueryClient } from '@tanstack/react-query'
import { apiCallList } from '#contract/merchants/apiCalls'
import { load } from '../../platform/api/load.ts'
import { t } from '../../platform/i18n/t.ts'
import { ReadState } from '../../platform/requests/ReadState.tsx'
import { ModeTag } from '../../platform/requests/ModeTag.tsx'
import { useMerchant } from '../../platform/requests/useMerchant.ts'
import { usePolled } from '../../platform/requests/usePolled.ts'
import { paths } from '../../platform/routes/paths.ts'
import { Anchor } from '../../platform/ui/controls/Anchor.tsx'
import { linkClass } from '../../platform/ui/controls/linkClass.ts'
import { FormSection } from '../../platform/ui/forms/FormSection.tsx'
import { Skeleton } from '../../platform/ui/tables/Skeleton.tsx'
import { CallsTable } from './CallsTable.tsx'
import { type CallQuery, callsRead, readCallQuery } from './callQuery.ts'

const pollMs = 5_000
const shown = 5

/** The last call and the last ones with an error, kept up to date: whoever tries the API sees their calls arrive. */
export function LastCalls() {
  const { merchantId, flag } = useMerchant()
  return (
    <FormSection title={t('developer.last.title')} aside={<ModeTag />} fold="">
      <Some title={t('developer.last.all')} query={readCallQuery({ range: 'month' })} />
      <Some title={t('developer.last.errors')} query={readCallQuery({ range: 'month', answer: 'caller' })} />
      <p>
        <Anchor
          href={paths.preferencesCalls(merchantId, flag)}
          className={`${linkClass} inline-flex min-h-6 items-center text-md max-md:min-h-11`}
        >
          {t('developer.last.log')}
        </Anchor>
      </p>
    </FormSection>
  )
}

function Some({ title, query }: { title: string; query: CallQuery }) {
  const { merchantId, mode, flag } = useMerchant()
  const client = useQueryClient()
  const options = callsRead(merchantId, query)
  const read = useQuery(options)
  usePolled(async () => {
    const page = await load(apiCallList, { params: { merchantId }, query, mode, background: true, quiet: true })
    client.setQueryData(options.queryKey, page)
  }, pollMs)
  const rows = read.data?.results.slice(0, query.answer === undefined ? 1 : shown)
  return (
    <section aria-label={title} className="min-w-0">
      <h3 className="pb-1 text-md font-strong">{title}</h3>
      {rows === undefined ? (
        <ReadState read={read} failed={t('developer.failed.calls')} loading={t('developer.calls.loading')}>
          <Skeleton width={320} />
        </ReadState>
      ) : rows.length === 0 ? (
        <p className="text-md text-ink-2">{t(query.answer === undefined ? 'developer.last.none' : 'developer.last.noErrors')}</p>
      ) : (
        <CallsTable
          rows={rows}
          busy={false}
          hrefOf={(id) => paths.preferencesCalls(merchantId, { range: 'month', answer: query.answer, id, ...flag })}
        />
      )}
    </section>
  )
}
