import ScanLine from 'lucide-react/icons/scan-line'
import { useEffect } from 'react'
import { t } from '../../platform/i18n/t.ts'
import { refundMode } from '../../platform/quickActions/refundMode.ts'
import { scanPurpose } from '../../platform/quickActions/scanPurpose.ts'
import { useCamera } from '../../platform/quickActions/useCamera.ts'
import { Banner } from '../../platform/ui/feedback/Banner.tsx'
import { Button } from '../../platform/ui/controls/Button.tsx'

/** Says that a press on a row refunds it; ends with the list. */
export function RefundModeBar() {
  const camera = useCamera()
  useEffect(() => () => refundMode.set(false), [])
  return (
    <div className="pb-3">
      <Banner
        live
        action={
          <span className="flex flex-wrap gap-1">
            {camera && (
              <Button size="small" icon={<ScanLine aria-hidden />} onClick={() => scanPurpose.set('refund')}>
                {t('shell.scan.open')}
              </Button>
            )}
            <Button size="small" onClick={() => refundMode.set(false)}>
              {t('shell.close')}
            </Button>
          </span>
        }
      >
        {t('shell.bottom.refundHint')}
      </Banner>
    </div>
  )
}
