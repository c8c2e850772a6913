import Ellipsis from 'lucide-react/icons/ellipsis'
import Eye from 'lucide-react/icons/eye'
import type { ConsoleAccountDetail } from '#contract/provider/merchants'
import { t } from '../../platform/i18n/t.ts'
import { Button } from '../../platform/ui/controls/Button.tsx'
import { Menu } from '../../platform/ui/controls/Menu.tsx'
import { useStaff } from '../frame/useStaff.ts'
import { useWaiting } from '../frame/useWaiting.ts'
import type { AccountAct } from './AccountDialogs.tsx'

type AccountActionsProps = { account: ConsoleAccountDetail; onAct: (act: AccountAct) => void }

const twoPersonCalls = { disable: 'consoleAccountDisable', end: 'consoleRelationEnd' } as const

/** What this person may do with the whole account. */
export function AccountActions({ account: { id: accountId, state, masked }, onAct }: AccountActionsProps) {
  const { may } = useStaff()
  const waiting = useWaiting()
  const items = [
    ...(may('consoleMerchantView') ? [{ kind: 'view', danger: false } as const] : []),
    ...((state === 'enabled' || state === 'opening') && may('consoleAccountDisable') ? [{ kind: 'disable', danger: true } as const] : []),
    ...(state === 'disabled' && may('consoleAccountEnable') ? [{ kind: 'enable', danger: false } as const] : []),
    ...(state !== 'ended' && may('consoleRelationEnd') ? [{ kind: 'end', danger: true } as const] : []),
  ]
  return (
    <>
      {masked && may('consoleAccountReveal') && (
        <Button icon={<Eye aria-hidden />} onClick={() => onAct({ kind: 'reveal' })}>
          {t('consoleMerchants.reveal')}
        </Button>
      )}
      {items.length > 0 && (
        <Menu
          label={t('shell.verbs')}
          triggerLabel={t('shell.verbs')}
          trigger={<Ellipsis aria-hidden />}
          items={items.map(({ kind, danger }) => ({
            key: kind,
            label: t(`consoleMerchants.${kind}`),
            danger,
            disabledReason: kind === 'disable' || kind === 'end' ? waiting(twoPersonCalls[kind], { accountId }) : null,
            onSelect: () => onAct({ kind }),
          }))}
        />
      )}
    </>
  )
}
