import { joinTexts } from '#domain/platform/direction'
import { useQueryClient } from '@tanstack/react-query'
import Ellipsis from 'lucide-react/icons/ellipsis'
import { audienceRefresh, type Audience } from '#contract/sales/audiences'
import { write } from '../../platform/api/write.ts'
import { t } from '../../platform/i18n/t.ts'
import { failureText } from '../../platform/requests/FailureCard.tsx'
import { useMerchant } from '../../platform/requests/useMerchant.ts'
import { paths } from '../../platform/routes/paths.ts'
import { showToast } from '../../platform/feedback/toasts.ts'
import { Menu, type MenuItem } from '../../platform/ui/controls/Menu.tsx'
import type { AudiencesQuery } from './audiencesQuery.ts'

type AudienceActionsProps = { audience: Audience; hrefOf: (change: Partial<AudiencesQuery>) => string }

/** Actions of a row. An audience that cannot be erased shows the reason and the campaigns that use it. */
export function AudienceActions({ audience, hrefOf }: AudienceActionsProps) {
  const { merchantId, flag } = useMerchant()
  const client = useQueryClient()
  const { uuid, name, source, status } = audience
  async function refresh() {
    try {
      await write(audienceRefresh, { params: { merchantId, uuid } })
      await client.invalidateQueries({ queryKey: ['audienceList'] })
    } catch (error) {
      showToast(failureText(error), { key: `audience:${uuid}` })
    }
  }
  const dialog = (kind: AudiencesQuery['dialog']) => hrefOf({ dialog: kind, id: uuid })
  const receipt: MenuItem = { key: 'receipt', label: t('audiences.receipt'), href: dialog('receipt') }
  const actions: MenuItem[] = [
    ...(source === 'operations_filter' && status !== 'processing'
      ? [{ key: 'refresh', label: t('audiences.refresh'), onSelect: () => void refresh() }]
      : []),
    { key: 'contains', label: t('audiences.contains'), href: dialog('contains') },
    { key: 'overlap', label: t('audiences.overlap'), href: dialog('overlap') },
    {
      key: 'rename',
      label: t('audiences.rename'),
      href: paths.audiencesRename(merchantId, uuid, flag),
    },
    receipt,
    { key: 'erase', label: t('audiences.erase'), href: dialog('erase'), danger: true, disabledReason: blockedText(audience) },
  ]
  return (
    <span className="inline-flex max-md:-my-2 max-md:-mr-2.5">
      <Menu
        label={t('shell.verbs')}
        triggerLabel={t('audiences.verbsOf', { name })}
        trigger={<Ellipsis aria-hidden />}
        items={status === 'erased' ? [receipt] : actions}
      />
    </span>
  )
}

/** Why it cannot be erased now; null when it can. */
function blockedText({ inUse, campaigns }: Audience): string | null {
  if (!inUse) return null
  const names = campaigns.filter(({ status }) => status !== 'draft').map(({ name }) => `«${name}»`)
  return t('audiences.blocked', { campaigns: joinTexts(names, ', ') })
}
