/** When certificates end and whether they are ready, as metrics tell it. */
import { lastOf } from './points.ts'
import type { Figure, SignalScene } from './signal-scene.ts'

export type DatedCertificate = { figure: Figure; name: string; namespace: string | undefined; end: Date }

const READY = 'certmanager_certificate_ready_status'

export function datedCertificates(signals: SignalScene | undefined): DatedCertificate[] {
  return certificateFigures(signals)
    .filter(({ name }) => name !== READY)
    .flatMap((figure) => {
      const seconds = lastOf(figure)
      const { name, exported_name: exported, secret_name: secret, instance } = figure.labels
      return seconds === undefined || seconds <= 0
        ? []
        : [
            {
              figure,
              name: exported ?? name ?? secret ?? instance ?? 'unknown',
              namespace: placeOf(figure),
              end: new Date(seconds * 1000),
            },
          ]
    })
}

export function unreadyCertificates(signals: SignalScene | undefined): Figure[] {
  return certificateFigures(signals).filter(
    (figure) => figure.name === READY && figure.labels.condition === 'False' && lastOf(figure) === 1,
  )
}

function certificateFigures(signals: SignalScene | undefined): Figure[] {
  return (signals?.figures ?? []).filter(({ family }) => family === 'certificate')
}

/** Who measures puts his own namespace first where labels are not honoured. */
export function placeOf({ labels }: Figure): string | undefined {
  return labels.exported_namespace ?? labels.namespace
}
