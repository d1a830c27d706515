export const whose = ['Ada Rossi', 'ada.rossi@shop.example', 'My Shop'];
