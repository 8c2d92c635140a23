// What a hold stops, and what its end does not do by itself.
import { bilingual } from '../parts/bilingual.ts'

export const holdTexts = bilingual({
  held: [
    'No new orders; orders are parked before the fill and the payout.',
    'Sin órdenes nuevas; las órdenes se apartan antes de convertir y de pagar.',
  ],
  free: [
    'New orders are taken, and orders that are not parked go on.',
    'Se aceptan órdenes nuevas y las que no están en espera siguen.',
  ],
  stay: [
    (count: number) =>
      count === 1
        ? '1 order was parked for the hold and stays parked: an operator must release it.'
        : `${count} orders were parked for the hold and stay parked: an operator must release each of them.`,
    (count: number) =>
      count === 1
        ? '1 orden quedó en espera por la retención y sigue así: un operador debe liberarla.'
        : `${count} órdenes quedaron en espera por la retención y siguen así: un operador debe liberar cada una.`,
  ],
  openParked: ['Open the parked orders', 'Abrir las órdenes en espera'],
  since: ['On hold since', 'En retención desde'],
  by: ['Put on hold by', 'La retuvo'],
  why: ['Reason of the hold', 'Motivo de la retención'],
  neverReleased: ['It was never released.', 'Nunca se liberó.'],
})
