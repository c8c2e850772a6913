import { useQuery } from '@tanstack/react-query'
import type { AnswerOf } from '#contract/platform/endpoint'
import { consoleSetup } from '#contract/provider/setup'
import type { SetupItem } from '#domain/provider/setup'
import { t } from '../../platform/i18n/t.ts'
import { Anchor } from '../../platform/ui/controls/Anchor.tsx'
import { StatusBadge } from '../../platform/ui/feedback/StatusBadge.tsx'
import type { StatusKind } from '../../platform/ui/feedback/StatusGlyph.tsx'
import { FormSection } from '../../platform/ui/forms/FormSection.tsx'
import { consoleQuery } from '../api/consoleQuery.ts'
import { useStaff } from '../frame/useStaff.ts'
import { MailTest } from './MailTest.tsx'

type Item = AnswerOf<typeof consoleSetup>['items'][number]

const kinds: Record<Item['state'], StatusKind> = {
  done: 'accepted-filled',
  untested: 'customer',
  missing: 'upcoming',
  simulated: 'accepted-paused',
}

/** Where an item is done in the console. */
const places: Partial<Record<SetupItem, { href: string; label: 'setup.do.prices' | 'setup.do.decision' | 'setup.do.merchant' }>> = {
  prices: { href: '/console/prices/new', label: 'setup.do.prices' },
  decision: { href: '/console/decision-rules', label: 'setup.do.decision' },
  merchant: { href: '/console/merchants?invite=yes', label: 'setup.do.merchant' },
}

/** What a new installation still needs, for admins; nothing once it has all, and for everybody else. */
export function SetupChecklist() {
  const { may } = useStaff()
  const { data } = useQuery({ ...consoleQuery(consoleSetup), enabled: may('consoleSetup') })
  if (!data || data.isSetUp) return null
  const { items, isProduction } = data
  const done = items.filter(({ state }) => state === 'done').length
  return (
    <div className="mb-8 max-w-[860px]">
      <FormSection
        title={t('setup.title')}
        aside={<span className="text-sm text-ink-3">{t('setup.progress', { done: String(done), all: String(items.length) })}</span>}
      >
        <p className="text-md text-ink-2">{t('setup.about')}</p>
        <ul className="divide-y divide-line border-y border-line">
          {items.map((item) => (
            <Row key={item.item} {...item} isProduction={isProduction} />
          ))}
        </ul>
      </FormSection>
    </div>
  )
}

function Row({ item, state, settings, isProduction }: Item & { isProduction: boolean }) {
  const place = places[item]
  return (
    <li className="grid items-start gap-x-5 gap-y-1 py-2.5 md:grid-cols-[8.125rem_minmax(0,1fr)_auto]">
      <StatusBadge kind={kinds[state]} label={t(`setup.state.${state}`)} />
      <span className="min-w-0 wrap-anywhere">
        <span className="text-md">{t(`setup.item.${item}`)}</span>
        {state === 'simulated' && isProduction && <span className="block text-sm text-danger-ink">{t('setup.simulated.production')}</span>}
        {state !== 'done' && state !== 'untested' && settings.length > 0 && (
          <span className="block text-sm text-ink-3">{t('setup.settings', { names: settings.join(', ') })}</span>
        )}
        {item === 'mail' && state === 'untested' && <MailTest />}
      </span>
      {place && state !== 'done' && <Anchor href={place.href}>{t(place.label)}</Anchor>}
    </li>
  )
}
