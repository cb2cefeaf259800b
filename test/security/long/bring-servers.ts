import { bringNginx, bringPostgres } from '../../../scripts/bring.ts'

export function setup(): void {
  bringPostgres()
  bringNginx()
}
