import Download from 'lucide-react/icons/download'
import { t } from '../../../platform/i18n/t.ts'
import { Button } from '../../../platform/ui/controls/Button.tsx'
import { FailureBanner } from '../FailureBanner.tsx'
import { useContract } from './useContract.ts'

/** Downloads the pre-contractual information or the contract. */
export function ContractButton({ label }: { label: string }) {
  const { download, busy, failure } = useContract()
  return (
    <div className="grid gap-3">
      <div>
        <Button
          size="large"
          className="h-auto! min-h-12 py-2 text-left whitespace-normal!"
          icon={<Download aria-hidden />}
          busy={busy}
          busyLabel={t('consumerScreens.summary.downloading')}
          onClick={download}
        >
          {label}
        </Button>
      </div>
      {failure && <FailureBanner failure={failure} />}
    </div>
  )
}
