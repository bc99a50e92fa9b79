/** The parts of milsymbol that counters need: land units, equipment, installations and aircraft of APP-6. */
import { app6d, ms, numberair, numberlandequipment, numberlandinstallation, numberlandunit } from "milsymbol";

for (const icons of [app6d, numberlandunit, numberlandequipment, numberlandinstallation, numberair]) ms.addIcons(icons);

export const library = ms;
