// Made out of scoring/ by `manage.py pad_rules`. A change here is lost; change the rules there.

export const PROTEAN = {
  "suits":["GO","SI","BR","SA","EM","RU"],
  "pyramids":{
    "perfect-grand":{"needs":{"C":1,"R":2,"F":1,"K":2},"one_suit":true},
    "grand":{"needs":{"C":1,"R":2,"F":1,"K":2},"one_suit":false},
    "perfect-squared-large":{"needs":{"C":1,"R":2,"F":2,"K":1},"one_suit":true},
    "perfect-large":{"needs":{"C":1,"R":2,"F":3},"one_suit":true},
    "squared-large":{"needs":{"C":1,"R":2,"F":2,"K":1},"one_suit":false},
    "large":{"needs":{"C":1,"R":2,"F":3},"one_suit":false},
    "perfect-squared-ziggurat":{"needs":{"R":2,"F":2,"K":1},"one_suit":true},
    "perfect-ziggurat":{"needs":{"R":2,"F":3},"one_suit":true},
    "squared-ziggurat":{"needs":{"R":2,"F":2,"K":1},"one_suit":false},
    "ziggurat":{"needs":{"R":2,"F":3},"one_suit":false},
    "perfect-small":{"needs":{"C":1,"R":2},"one_suit":true},
    "small":{"needs":{"C":1,"R":2},"one_suit":false},
    "rough":{"needs":{"R":1,"F":2},"one_suit":true},
    "cap":{"needs":{"C":1},"one_suit":true},
    "none":{"needs":{},"one_suit":false},
  },
};

export const COLONIAL = {
  "kinds":["CAP","P1","G1","O1","P2","G2","O2","P3","G3","O3"],
  "copies":[1,3,3,3,6,6,6,9,9,9],
  "hand":6,
  "categories":{
    "capstone":{"level":3,"one_suit":false},
    "perfect-3-purple":{"level":3,"one_suit":true},
    "perfect-3-green":{"level":3,"one_suit":true},
    "perfect-3-orange":{"level":3,"one_suit":true},
    "full":{"level":3,"one_suit":false},
    "perfect-2-purple":{"level":2,"one_suit":true},
    "perfect-2-green":{"level":2,"one_suit":true},
    "perfect-2-orange":{"level":2,"one_suit":true},
    "level-2":{"level":2,"one_suit":false},
    "perfect-1-purple":{"level":1,"one_suit":true},
    "perfect-1-green":{"level":1,"one_suit":true},
    "perfect-1-orange":{"level":1,"one_suit":true},
    "level-1":{"level":1,"one_suit":false},
    "none":{"level":0,"one_suit":false},
  },
  "orders":{
    "by_level":["capstone","perfect-3-purple","perfect-3-green","perfect-3-orange","full","perfect-2-purple","perfect-2-green","perfect-2-orange","level-2","perfect-1-purple","perfect-1-green","perfect-1-orange","level-1","none"],
    "perfect_first":["capstone","perfect-3-purple","perfect-3-green","perfect-3-orange","perfect-2-purple","perfect-2-green","perfect-2-orange","perfect-1-purple","perfect-1-green","perfect-1-orange","full","level-2","level-1","none"],
  },
  "readings":{
    "a":["capstone",0], "b":["perfect-3-purple",0], "c":["perfect-3-green",0], "d":["perfect-3-orange",0],
    "e":["full",0], "f":["perfect-2-purple",1], "g":["perfect-2-purple",2], "h":["perfect-2-purple",4],
    "i":["perfect-2-purple",8], "j":["perfect-2-purple",32], "k":["perfect-2-green",1], "l":["perfect-2-green",2],
    "m":["perfect-2-green",4], "n":["perfect-2-green",8], "o":["perfect-2-green",32], "p":["perfect-2-orange",1],
    "q":["perfect-2-orange",2], "r":["perfect-2-orange",4], "s":["perfect-2-orange",8], "t":["level-2",1],
    "u":["level-2",2], "v":["level-2",4], "w":["perfect-1-purple",7], "x":["perfect-1-purple",11],
    "y":["perfect-1-purple",13], "z":["perfect-1-purple",14], "A":["perfect-1-purple",22],
    "B":["perfect-1-purple",26], "C":["perfect-1-purple",28], "D":["perfect-1-purple",35],
    "E":["perfect-1-purple",37], "F":["perfect-1-purple",38], "G":["perfect-1-purple",42],
    "H":["perfect-1-purple",44], "I":["perfect-1-purple",49], "J":["perfect-1-purple",50],
    "K":["perfect-1-purple",52], "L":["perfect-1-purple",56], "M":["perfect-1-green",7],
    "N":["perfect-1-green",11], "O":["perfect-1-green",13], "P":["perfect-1-green",14],
    "Q":["perfect-1-green",22], "R":["perfect-1-green",26], "S":["perfect-1-green",28],
    "T":["perfect-1-green",35], "U":["perfect-1-green",37], "V":["perfect-1-green",38],
    "W":["perfect-1-green",42], "X":["perfect-1-green",44], "Y":["perfect-1-green",49],
    "Z":["perfect-1-green",50], "0":["perfect-1-green",52], "1":["perfect-1-green",56],
    "2":["perfect-1-orange",7], "3":["perfect-1-orange",11], "4":["perfect-1-orange",13],
    "5":["perfect-1-orange",14], "6":["perfect-1-orange",22], "7":["perfect-1-orange",26], "8":["level-1",7],
    "9":["level-1",11], "+":["level-1",13], "-":["level-1",14], "*":["none",63],
  },
  "hands":{
    "by_level":"****************************5555--555--55--5-----rrvvvrvvvvvvvvvpttttttttt288888****--1ZVP--ZVP--VP--P---vvvvv" +
      "vvvvvvvvvvpttttttttt28P888****vvvomvvvmvvvvvvtttmtttttt28O888****tttktttttt28N888****88M888*********----------" +
      "-LLLLJJJFFzvvvvvvvvvvvvvvvpttttttttt28888z****vvvvvvvvvvvvvvvtttttttttt28O88z****tttktttttt28N88z****88M88z***" +
      "******vvvvvvvvvvvvjjhttttttttth28888y****ttttttttth28N88y****88M88y*********tttttttttf28888x****88M88x********" +
      "*88888w************************************444++44++4+++++deeeeeeeee288888****++YUO++UO++O+++eeeeeeeeee28O888*" +
      "***eeeeeeeeee28N888****88M888*********+++++++++IIIEEyeeeeeeeeee28888y****eeeeeeeeee28N88y****88M88y*********ee" +
      "eeeeeeee28888x****88M88x*********88888w******************************3399399999288888****99TN99N99928N888****8" +
      "8M888*********9999999DDx28888x****88M88x*********88888w*************************288888****88M888*********88888" +
      "w************************************444++44++4+++++eeeeeeeeee288888****++YUO++UO++O+++eeeeeeeeee28O888****eee" +
      "ceeeeee28N888****88M888*********+++++++++IIIEEyeeeeeeeeee28888y****eeeeeeeeee28N88y****88M88y*********eeeeeeee" +
      "ee28888x****88M88x*********88888w******************************3399399999288888****99TN99N99928N888****88M888*" +
      "********9999999DDx28888x****88M88x*********88888w*************************288888****88M888*********88888w*****" +
      "**********************************************3399399999288888****99TN99N99928N888****88M888*********9999999DD" +
      "x28888x****88M88x*********88888w*************************288888****88M888*********88888w**********************" +
      "******************************288888****88M888*********88888w*************************************************" +
      "***************444++44++4+++++eeeeeeeeee288888****++YUO++UO++O+++eeeeeeeeee28O888****eeeeeeeeee28N888****88M88" +
      "8*********+++++++++IIIEEyeeeeeeeeee28888y****eeeeeeeeee28N88y****88M88y*********eeeeeeeeeb28888x****88M88x****" +
      "*****88888w******************************3399399999288888****99TN99N99928N888****88M888*********9999999DDx2888" +
      "8x****88M88x*********88888w*************************288888****88M888*********88888w***************************" +
      "************************3399399999288888****99TN99N99928N888****88M888*********9999999DDx28888x****88M88x*****" +
      "****88888w*************************288888****88M888*********88888w********************************************" +
      "********288888****88M888*********88888w***********************************************************************" +
      "***************3399399999288888****99TN99N99928N888****88M888*********9999999DDx28888x****88M88x*********88888" +
      "w*************************288888****88M888*********88888w****************************************************2" +
      "88888****88M888*********88888w********************************************************************************" +
      "********288888****88M888*********88888w***********************************************************************" +
      "********551ZVP55ZVPLLLLJJJFFzrrvvvrvvvvvvvvvaeeeeeeeeequuuuu5--*vvvomvvvmvvvvvveeeeeeeeeequuuuu5S-" +
      "*eeeaeeeeeeuunuuu5R-*uuluuu5Q-*-P-**vvvvvvvvvvvvjjheeeeeeeeeequuuuu5-C*eeeeeeeeeeuuuuuu5RC*uuluuu5QC*-" +
      "PC**eeeeeeeeeauuuuui5-B*uuuuui5QB*-PB**uuuuug5-A*-PA**--z***55ZVP55VPJJJFFzdeeeeeeeeedeeeee5--" +
      "*eeeeeeeeeeeeeeee5R-*eeeeee5Q-*-P-**eeeeeeeeeeeeeeee5-B*eeeeee5QB*-PB**eeeeee5-A*-PA**--z***55VP5-PFFz26P68z5-" +
      "-*5VM8Qz5Q-*-P-**58PFFw5-A*-PA**--z***5-P--z5--*-P-**--z***55ZVP55VPJJJFFzeeeeeeeeeeeeeeee5--" +
      "*eeeceeeeeeeeeeee5R-*eeceee5Q-*-P-**eeeeeeeeeeeeeeee5-B*eeeeee5QB*-PB**eeeeee5-A*-PA**--z***55VP5-PFFz26P68z5-" +
      "-*5VM8Qz5Q-*-P-**58PFFw5-A*-PA**--z***5-P--" +
      "z5--*-P-**--z*********55VP5-PFFz26P68z5--*5VM8Qz5Q-*-P-**58PFFw5-A*-PA**--z***5-P--z5--*-P-**--z**********5-P" +
      "--z5--*-P-**--z**********55ZVP55VPJJJFFzeeeeeeeeeeeeeeee5--*eeeeeeeeeeeeeeee5R-*eeeeee5Q-*-P-" +
      "**eeeeeeeeebeeeeee5-B*eeeeee5QB*-PB**eeeeeb5-A*-PA**--z***55VP5-PFFz26P68z5--*5VM8Qz5Q-*-P-**58PFFw5-A*-PA**--" +
      "z***5-P--z5--*-P-**--z*********55VP5-PFFz26P68z5--*5VM8Qz5Q-*-P-**58PFFw5-A*-PA**--z***5-P--" +
      "z5--*-P-**--z**********5-P--" +
      "z5--*-P-**--z*****************55VP5-PFFz26P68z5--*5VM8Qz5Q-*-P-**58PFFw5-A*-PA**--z***5-P--" +
      "z5--*-P-**--z**********5-P--z5--*-P-**--z******************5-P--z5--*-P-**--z******************",
    "perfect_first":"****************************5555--555--55--5-----rr4vvr4vv4vvvvvp3tt3ttttt288888****--1ZVP--ZVP--VP--P---44ZVP" +
      "44VP4vPvvvp3VP3tPttt28P888****vvYomvvUmvvOvvv33Um3tOttt28O888****ttTkttNttt28N888****88M888*********----------" +
      "-LLLLJJJFFz444vv44vvJJJFFzp3tt3ttFFz28888z****vvYUOvvUOJJJFFz33UO3tOFFz28O88z****ttTkttNFFz28N88z****88M88z***" +
      "******vvvvvvvvvIIIjjh33tt3ttEEh28888y****ttTNttNEEh28N88y****88M88y*********tttttttDDf28888x****88M88x********" +
      "*88888w************************************444++44++4+++++d3ee3eeeee288888****++YUO++UO++O+++33UO3eOeee28O888*" +
      "***eeTkeeNeee28N888****88M888*********+++++++++IIIEEy33ee3eeEEy28888y****eeTNeeNEEy28N88y****88M88y*********ee" +
      "eeeeeDDf28888x****88M88x*********88888w******************************3399399999288888****99TN99N99928N888****8" +
      "8M888*********9999999DDx28888x****88M88x*********88888w*************************288888****88M888*********88888" +
      "w************************************444++44++4+++++p3ee3eeeee288888****++YUO++UO++O+++33UO3eOeee28O888****eeT" +
      "ceeNeee28N888****88M888*********+++++++++IIIEEy33ee3eeEEy28888y****eeTNeeNEEy28N88y****88M88y*********eeeeeeeD" +
      "Df28888x****88M88x*********88888w******************************3399399999288888****99TN99N99928N888****88M888*" +
      "********9999999DDx28888x****88M88x*********88888w*************************288888****88M888*********88888w*****" +
      "**********************************************3399399999288888****99TN99N99928N888****88M888*********9999999DD" +
      "x28888x****88M88x*********88888w*************************288888****88M888*********88888w**********************" +
      "******************************288888****88M888*********88888w*************************************************" +
      "***************444++44++4+++++p3ee3eeeee288888****++YUO++UO++O+++33UO3eOeee28O888****eeTkeeNeee28N888****88M88" +
      "8*********+++++++++IIIEEy33ee3eeEEy28888y****eeTNeeNEEy28N88y****88M88y*********eeeeeeeDDb28888x****88M88x****" +
      "*****88888w******************************3399399999288888****99TN99N99928N888****88M888*********9999999DDx2888" +
      "8x****88M88x*********88888w*************************288888****88M888*********88888w***************************" +
      "************************3399399999288888****99TN99N99928N888****88M888*********9999999DDx28888x****88M88x*****" +
      "****88888w*************************288888****88M888*********88888w********************************************" +
      "********288888****88M888*********88888w***********************************************************************" +
      "***************3399399999288888****99TN99N99928N888****88M888*********9999999DDx28888x****88M88x*********88888" +
      "w*************************288888****88M888*********88888w****************************************************2" +
      "88888****88M888*********88888w********************************************************************************" +
      "********288888****88M888*********88888w***********************************************************************" +
      "********551ZVP55ZVPLLLLJJJFFzrrZVPr4VPJJJFFzasVPs7PFFzq6P6uz5--*51Yom50UmJJJFFzq0Um3XOFFzqXO6Sz5S-" +
      "*5Zoa5WnFFz2Wn6Rz5R-*5VluQz5Q-*-P-**55ZVPLLLLIIIjjhq3VPKKKEEhq6PHHy5-C*5ZTlKKKEEh2WNHHy5RC*5VlHHy5QC*-" +
      "PC**55VPJJJjja26PGGi5-B*5VMGGi5QB*-PB**5uPFFg5-A*-PA**--z***55ZVP55VPJJJFFzd3VP37PFFzd6P6ez5--" +
      "*5ZTl5WNFFz2WN6Rz5R-*5VleQz5Q-*-P-**55VPJJJDDg26PGGx5-B*5VMGGx5QB*-PB**5ePFFg5-A*-PA**--z***55VP5-PFFz26P68z5-" +
      "-*5VM8Qz5Q-*-P-**58PFFw5-A*-PA**--z***5-P--z5--*-P-**--z***55ZVP55VPJJJFFzq3VP37PFFzq6P6ez5--" +
      "*5ZTc5WNFFz2WN6Rz5R-*5VceQz5Q-*-P-**55VPJJJDDg26PGGx5-B*5VMGGx5QB*-PB**5ePFFg5-A*-PA**--z***55VP5-PFFz26P68z5-" +
      "-*5VM8Qz5Q-*-P-**58PFFw5-A*-PA**--z***5-P--" +
      "z5--*-P-**--z*********55VP5-PFFz26P68z5--*5VM8Qz5Q-*-P-**58PFFw5-A*-PA**--z***5-P--z5--*-P-**--z**********5-P" +
      "--z5--*-P-**--z**********55ZVP55VPJJJFFzq3VP37PFFzq6P6ez5--*5ZTl5WNFFz2WN6Rz5R-*5VleQz5Q-*-P-" +
      "**55VPJJJDDb26PGGx5-B*5VMGGx5QB*-PB**5ePFFb5-A*-PA**--z***55VP5-PFFz26P68z5--*5VM8Qz5Q-*-P-**58PFFw5-A*-PA**--" +
      "z***5-P--z5--*-P-**--z*********55VP5-PFFz26P68z5--*5VM8Qz5Q-*-P-**58PFFw5-A*-PA**--z***5-P--" +
      "z5--*-P-**--z**********5-P--" +
      "z5--*-P-**--z*****************55VP5-PFFz26P68z5--*5VM8Qz5Q-*-P-**58PFFw5-A*-PA**--z***5-P--" +
      "z5--*-P-**--z**********5-P--z5--*-P-**--z******************5-P--z5--*-P-**--z******************",
  },
};
