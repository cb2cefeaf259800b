import { bringNginx, bringPostgres } from '#harness/install.ts'

export function setup(): void {
  bringPostgres()
  bringNginx()
}
